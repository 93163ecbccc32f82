import { expect, test } from 'bun:test'
import { findByStart } from './type-ahead.ts'

const NAMES = ['Password Generator', 'Password Checker', 'Blog']

test.each([
  ['the first that fits', 'b', -1, 2],
  ['whatever the case', 'BL', -1, 2],
  ['the next one, from the one that has the focus', 'p', 0, 1],
  ['the first again after the last', 'p', 1, 0],
  ['the next one when a letter is repeated', 'pp', 0, 1],
  ['the one that has the focus while it still fits', 'pa', 1, 1],
  ['a name of several words', 'password c', 0, 1],
  ['nothing when no name fits', 'x', 0, -1],
] as const)('typing finds %s', (_, typed, current, expected) => {
  expect(findByStart([...NAMES], typed, current)).toBe(expected)
})

test('there is nothing to find in an empty list', () => {
  expect(findByStart([], 'a', -1)).toBe(-1)
})
