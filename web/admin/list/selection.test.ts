import { expect, test } from 'bun:test'
import { extendTo, NO_SELECTION, toggleAll, toggleKey } from './selection.ts'

const ORDER = [5, 4, 3, 2, 1]
const keysOf = ({ keys }: { keys: ReadonlySet<string | number> }) => [...keys]

test('a row is selected and deselected', () => {
  const one = toggleKey(NO_SELECTION, 4)
  expect(keysOf(one)).toEqual([4])
  expect(keysOf(toggleKey(one, 4))).toEqual([])
})

test('a range goes from the last row pressed, in both directions, and keeps what was selected', () => {
  const start = toggleKey(toggleKey(NO_SELECTION, 5), 3)
  expect(keysOf(extendTo(start, 1, ORDER)).sort()).toEqual([1, 2, 3, 5])
  expect(keysOf(extendTo(start, 4, ORDER)).sort()).toEqual([3, 4, 5])
  expect(keysOf(extendTo(extendTo(start, 2, ORDER), 1, ORDER)).sort()).toEqual([1, 2, 3, 5])
})

test('a range whose beginning is gone is the row alone', () => {
  expect(keysOf(extendTo(NO_SELECTION, 2, ORDER))).toEqual([2])
  expect(keysOf(extendTo(toggleKey(NO_SELECTION, 9), 2, ORDER)).sort()).toEqual([2, 9])
})

test('all are selected, and then none', () => {
  const all = toggleAll(toggleKey(NO_SELECTION, 4), ORDER)
  expect(keysOf(all)).toEqual(ORDER)
  expect(keysOf(toggleAll(all, ORDER))).toEqual([])
})
