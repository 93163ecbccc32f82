import { expect, test } from 'bun:test'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { estimateStrength } from './estimate.ts'

const data = await loadStrengthData()
const log10Guesses = (password: string) => estimateStrength(password, data).log10Guesses

test.each([
  'Мама',
  'k.,bvfz',
  'кохання',
  'слънце',
  'срце',
  'сакам',
  'καρδιά',
  'ΚΑΡΔΙΑ',
  'kardia',
  'αγαπη',
  'קיץ',
  'תודה',
  'حبيبتي',
  'أحبك',
  'دوستت',
  'محبت',
  'धन्यवाद',
  'dhanyavad',
  'ভালোবাসা',
  'காதல்',
  'ขอบคุณ',
  'กรุงเทพ',
  '고마워',
  'gomawo',
  'rhakdnj',
  'ありがとう',
  'おはよう',
  '大阪',
  '谢谢',
  '北京',
  'xiexie',
  'գարուն',
  'სიყვარული',
  'szeretlek',
  'Szerelem',
  'kærlighet',
  'kjærlighet',
  'kærlighed',
  'rakkaus',
  'láska',
  'laska',
  'dragoste',
  'mīlestība',
  'aşkım',
  'askim',
  'cảm',
  'selamanya',
  'contraseña',
  'contrasena',
  'schön',
  'schoen',
  'schon',
])('"%s" is a common word of its language: at most 10^7 guesses', (word) => {
  expect(log10Guesses(word)).toBeLessThanOrEqual(7)
})

test.each([
  'Катерина2001',
  'Ганна1992',
  'Δημήτρης87',
  'יעקב1990',
  'فاطمة1980',
  '서연1999',
  'Zsófia1988',
  'Wojciech85',
  'Sørensen1971',
])('"%s" is a name and a year: at most 10^9 guesses', (password) => {
  expect(log10Guesses(password)).toBeLessThanOrEqual(9)
})

test.each([
  ['mir geht es gut', 13],
  ['wir haben keine zeit', 15],
  ['no tengo tiempo', 13],
  ['je suis à la maison', 15],
  ['non ho voglia di dormire', 18],
  ['мы идем домой', 17],
  ['아빠는 우리 집에 있다', 22],
  ['moje hasło jest długie', 17],
  ['Gute Nacht Freunde', 14],
  ['wirhabenkeinezeit', 17],
])('"%s" is rated as words of a sentence, not as characters', (phrase, most) => {
  expect(log10Guesses(phrase)).toBeLessThanOrEqual(most)
})

test.each([
  'Live long and prosper',
  'LiveLongAndProsper',
  'livelongandprosper',
  'bésame mucho',
  'Carpe Diem!',
  "it's my life",
  'morgenstund hat gold im mund',
  'спокойной ночи',
  'spokoynoynochi',
  '생일 축하해',
  '天天向上',
  'saengilchughahae',
])('"%s" is a well-known phrase: at most 10^8 guesses', (phrase) => {
  expect(log10Guesses(phrase)).toBeLessThanOrEqual(8)
})
