import { expect, test } from 'bun:test'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { describeParts } from '#domain/passwords/verdict/describe-part.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'

const data = await loadStrengthData()

test.each([
  ['hhoouussee', 7, 'each character twice'],
  ['mmoonnkkeeyy99', 9, 'each character twice'],
  ['f.l.o.w.e.r', 7.5, 'with the same characters after each'],
  ['d r a g o n', 7, 'with the same characters after each'],
  ['j - u - l - i - a', 8.5, 'with the same characters after each'],
  ['sxuxnxsxhxixnxe', 8.5, 'with the same characters after each'],
  ['m1o2n3k4e5y6', 7.5, 'taking turns'],
  ['d1r9a8g7o0n1', 12, 'taking turns'],
  ['4321reggit', 9, 'backward'],
  ['7891asil', 8.5, 'backward'],
  ['jessicaacissej', 6.5, 'what comes before, backward'],
  ['4412-8730-1195', 14, 'in groups'],
  ['sarah.miller@yahoo.com', 11, 'in an email address'],
  ['pedro1984@hotmail.es', 11, 'in an email address'],
  ['지민@naver.com', 9, 'in an email address'],
  ['www.wikipedia.org', 8.5, 'in a web address'],
  ['https://monkey.co.uk/', 6.5, 'in a web address'],
])('%s takes at most 10^%p guesses: %s', (password, most, how) => {
  const { log10Guesses, parts } = estimateStrength(password, data)
  expect(describeParts(parts)).toContain(how)
  expect(log10Guesses).toBeLessThanOrEqual(most)
})

test.each([
  ['sunny days', 'sunny days sunny days'],
  ['hihi', 'hihi hihi'],
  ['wir zwei', 'wir zwei, wir zwei'],
  ['Мир7', 'Мир7-Мир7'],
])('writing %s twice adds at most two decades', (once, twice) => {
  const guesses = (password: string) => estimateStrength(password, data).log10Guesses
  expect(guesses(twice) - guesses(once)).toBeLessThanOrEqual(2)
})

test.each(['qzjxwv', 'hkxqzvjd', '83915726'])('%s hides nothing', (password) => {
  const { parts } = estimateStrength(password, data)
  expect(parts.map(({ finding }) => finding.kind)).not.toContain('disguise')
})

test('what is random in an email address stays random', () => {
  const { log10Guesses } = estimateStrength('q9XvT4mK@gmail.com', data)
  expect(log10Guesses).toBeGreaterThan(14)
})

test('a period in random text makes no web address', () => {
  expect(estimateStrength('kT9.zQ', data).parts.map(({ finding }) => finding.kind)).toEqual(['random'])
})
