import { expect, test } from 'bun:test'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { sentenceOf } from './sentence.ts'
import { suggest } from './suggest.ts'

const data = await loadStrengthData()
const say = (password: string) => sentenceOf(estimateStrength(password, data))

test.each([
  [1, 'Guessed at once if a website’s database leaks, and within hours even without. Use another one.'],
  [
    6,
    'Guessed within minutes if a website’s database leaks, and within years even without. Use another one.',
  ],
  [8, 'Guessed within hours once a website’s database leaks. Make it longer, or use another one.'],
  [16, 'Guessed within days if a website stores it badly and its database leaks. Make it longer.'],
  [21, /^Hard to guess even if a database leaks\./],
  [30, 'Safe even if a database leaks. Use it for one account only.'],
])('says of 10^%d guesses how soon, when, and what to do', (log10Guesses, sentence) => {
  const drawn = estimateStrength('xR7$kP2!vQ9&mZ4#', data)
  expect(sentenceOf({ ...drawn, log10Guesses })).toMatch(sentence)
})

test('says whether a password is a known one, and that one without a pattern may be weaker', () => {
  expect(say('qwerty')).toBe('Guessed at once: it is one of the most used passwords. Don’t use it anywhere.')
  expect(say('Kdjfhvkqjwh1!ewkjfhbvcmnq')).toMatch(/^Safe if it was picked at random\. If you made it up/)
})

test('uses no word that only experts know', () => {
  for (let length = 1; length < 40; length++)
    expect(say('kM7#'.repeat(10).slice(0, length))).not.toMatch(
      /hash|bcrypt|entropy|10[⁰-⁹]|attack|throttl|withstand/i,
    )
})

test('advises on every password that isn’t safe from everything', () => {
  for (const password of [
    'Petrobras2023*',
    'FRITZ!Box 7590',
    'Lena+Tim03.07.2021',
    'a2+b2=c2',
    '/etc/passwd',
    '🐱🐶🐭🐹',
    'x',
  ])
    expect(suggest(estimateStrength(password, data))).not.toBeNull()
})
