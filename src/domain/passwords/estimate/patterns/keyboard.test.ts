import { expect, test } from 'bun:test'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { LATIN_BY_RUSSIAN, RUSSIAN_BY_LATIN } from './layouts.ts'

const data = await loadStrengthData()

test.each([
  ['aoeuidhtns', 'Dvorak', 6.5],
  [';qjkxbmw', 'Dvorak', 7],
  ['wxcvbn,;:', 'AZERTY', 7],
  ['&é"\'(-è_', 'AZERTY', 7],
  ['asdfghjklöä#', 'QWERTZ', 7],
  ['yxcvbnm,.-', 'QWERTZ', 7],
  ['asdfghjklñ', 'Spanish', 6],
  ['qwertyuıopğü', 'Turkish', 7],
  ['фывапролджэ', 'Russian', 6],
  ['ЯЧСМИТЬБЮ', 'Russian', 7],
  ['фівапролджє', 'Ukrainian', 7],
  ['ασδφγηξκλ', 'Greek', 7],
  ['שדגכעיחלך', 'Hebrew', 7],
  ['شسيبلاتنمك', 'Arabic', 7],
  ['ㅁㄴㅇㄹㅎㅗㅓㅏㅣ', 'Korean', 7],
  ['@WSX3edc$RFV5tgb', 'columns', 9.5],
  ['5tgb4rfv3edc', 'columns', 8],
  ['qaswdefrgt', 'columns', 9.2],
  ['147852369', 'number pad', 5.5],
  ['7894561230', 'number pad', 5.5],
])('%s (%s) takes at most 10^%p guesses', (password, _, most) => {
  expect(estimateStrength(password, data).log10Guesses).toBeLessThanOrEqual(most)
})

const typedWith = (text: string, keys: ReadonlyMap<string, string>) =>
  [...text].map((letter) => keys.get(letter) ?? letter).join('')

test('reads Russian typed on Latin keys and the other way around', () => {
  expect(typedWith('k.,jdm', RUSSIAN_BY_LATIN)).toBe('любовь')
  expect(typedWith('солнце', LATIN_BY_RUSSIAN)).toBe('cjkywt')
})
