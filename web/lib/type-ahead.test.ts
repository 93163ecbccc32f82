import { expect, test } from 'bun:test'
import { findByStart } from './type-ahead.ts'

const NAMES = ['Password Generator', 'Password Checker', 'Blog']

test.each([
  ['the first match', 'b', -1, 2],
  ['a match in any case', 'BL', -1, 2],
  ['the next match after the focused one', 'p', 0, 1],
  ['the first match after the last one', 'p', 1, 0],
  ['the next match when a letter is repeated', 'pp', 0, 1],
  ['the focused one while it still matches', 'pa', 1, 1],
  ['a name of several words', 'password c', 0, 1],
  ['nothing without a match', 'x', 0, -1],
] as const)('typing focuses %s', (_, typed, current, expected) => {
  expect(findByStart([...NAMES], typed, current)).toBe(expected)
})

test('an empty list has no match', () => {
  expect(findByStart([], 'a', -1)).toBe(-1)
})
