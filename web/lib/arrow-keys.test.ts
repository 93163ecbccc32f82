import { expect, test } from 'bun:test'
import { indexAfter } from './arrow-keys.ts'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowUp', 1, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, Number.NaN],
  ['toString', 1, Number.NaN],
  ['ArrowRight', -1, Number.NaN],
])('%s on element %d of three leads to %d', (key, current, next) => {
  expect(indexAfter(key, current, 3)).toBe(next)
})
