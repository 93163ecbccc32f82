import { expect, test } from 'bun:test'
import { CRITERIA, type CriterionName, checkPassword } from './checklist.ts'

const rows: { password: string; met: CriterionName[]; shown: number; label: string }[] = [
  { password: '', met: ['noCommon'], shown: 17, label: 'Very Weak' },
  { password: 'admin', met: ['lowercase'], shown: 17, label: 'Very Weak' },
  { password: 'abc', met: ['lowercase', 'noCommon'], shown: 33, label: 'Weak' },
  { password: 'ABC', met: ['uppercase', 'noCommon'], shown: 33, label: 'Weak' },
  { password: '987', met: ['numbers', 'noCommon'], shown: 33, label: 'Weak' },
  { password: '!', met: ['symbols', 'noCommon'], shown: 33, label: 'Weak' },
  { password: ' ', met: ['symbols', 'noCommon'], shown: 33, label: 'Weak' },
  { password: 'é', met: ['symbols', 'noCommon'], shown: 33, label: 'Weak' },
  { password: '密碼', met: ['symbols', 'noCommon'], shown: 33, label: 'Weak' },
  { password: 'abcDEF', met: ['uppercase', 'lowercase', 'noCommon'], shown: 50, label: 'Fair' },
  { password: 'abcDEF9', met: ['uppercase', 'lowercase', 'numbers', 'noCommon'], shown: 67, label: 'Fair' },
  {
    password: 'correct horse battery staple',
    met: ['length', 'lowercase', 'symbols', 'noCommon'],
    shown: 67,
    label: 'Fair',
  },
  {
    password: 'abcDEF9!',
    met: ['uppercase', 'lowercase', 'numbers', 'symbols', 'noCommon'],
    shown: 83,
    label: 'Good',
  },
  {
    password: 'Password123!',
    met: ['length', 'uppercase', 'lowercase', 'numbers', 'symbols'],
    shown: 83,
    label: 'Good',
  },
  {
    password: 'abcDEF9!xyzU',
    met: ['length', 'uppercase', 'lowercase', 'numbers', 'symbols', 'noCommon'],
    shown: 100,
    label: 'Excellent',
  },
]

test.each(rows)('"$password" meets $met: $shown %, $label', ({ password, met, shown, label }) => {
  const result = checkPassword(password)
  expect(CRITERIA.map(({ name }) => name).filter((name) => result.criteria[name])).toEqual(met)
  expect(result).toMatchObject({ shown, label })
  expect(result.percentage).toBeCloseTo(met.length * 16.67, 9)
})

test('the unrounded sum may exceed 100, the displayed one may not', () => {
  expect(checkPassword('abcDEF9!xyzU').percentage).toBeCloseTo(100.02, 9)
})

test.each([
  ['abcdefghijk', false],
  ['abcdefghijkl', true],
  ['😀'.repeat(11), false],
  ['😀'.repeat(12), true],
])('"%s" is long enough: %p', (password, expected) => {
  expect(checkPassword(password).criteria.length).toBe(expected)
})

test.each(['password', '123456', 'qwerty', 'admin', 'letmein'])(
  'finds the common pattern %s at any position',
  (pattern) => {
    for (const password of [pattern, pattern.toUpperCase(), `x${pattern}y`, `${pattern}${pattern}`]) {
      expect(checkPassword(password).criteria.noCommon).toBe(false)
    }
    expect(checkPassword(pattern.slice(1)).criteria.noCommon).toBe(true)
  },
)

test('lists the six criteria in display order', () => {
  expect(CRITERIA.map(({ name }) => name)).toEqual([
    'length',
    'uppercase',
    'lowercase',
    'numbers',
    'symbols',
    'noCommon',
  ])
})
