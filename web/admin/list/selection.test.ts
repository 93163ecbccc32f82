import { expect, test } from 'bun:test'
import { extendTo, NO_SELECTION, toggleAll, toggleKey } from './selection.ts'

const ORDER = [5, 4, 3, 2, 1]
const keysOf = ({ keys }: { keys: ReadonlySet<string | number> }) => [...keys]

test('selects and deselects a row', () => {
  const one = toggleKey(NO_SELECTION, 4)
  expect(keysOf(one)).toEqual([4])
  expect(keysOf(toggleKey(one, 4))).toEqual([])
})

test('extends from the last toggled row in both directions and keeps other selected rows', () => {
  const start = toggleKey(toggleKey(NO_SELECTION, 5), 3)
  expect(keysOf(extendTo(start, 1, ORDER)).sort()).toEqual([1, 2, 3, 5])
  expect(keysOf(extendTo(start, 4, ORDER)).sort()).toEqual([3, 4, 5])
  expect(keysOf(extendTo(extendTo(start, 2, ORDER), 1, ORDER)).sort()).toEqual([1, 2, 3, 5])
})

test('selects only the row if the start of the range is gone', () => {
  expect(keysOf(extendTo(NO_SELECTION, 2, ORDER))).toEqual([2])
  expect(keysOf(extendTo(toggleKey(NO_SELECTION, 9), 2, ORDER)).sort()).toEqual([2, 9])
})

test('selects all rows, then none', () => {
  const all = toggleAll(toggleKey(NO_SELECTION, 4), ORDER)
  expect(keysOf(all)).toEqual(ORDER)
  expect(keysOf(toggleAll(all, ORDER))).toEqual([])
})
