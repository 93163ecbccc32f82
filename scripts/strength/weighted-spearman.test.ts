import { expect, test } from 'bun:test'
import { weightedSpearman } from './weighted-spearman.ts'

const once = [1, 1, 1, 1]

test('the same order gives 1 and the reverse −1 for any values', () => {
  expect(weightedSpearman([1, 10, 100, 1000], [1, 2, 3, 4], once)).toBeCloseTo(1, 12)
  expect(weightedSpearman([4, 3, 2, 1], [1, 2, 3, 4], once)).toBeCloseTo(-1, 12)
})

test('without ties, the result matches the textbook formula', () => {
  const squares = 1 + 1 + 1 + 1
  expect(weightedSpearman([2, 1, 4, 3], [1, 2, 3, 4], once)).toBeCloseTo(1 - (6 * squares) / (4 * 15), 12)
})

test('a weight of n has the same effect as n copies', () => {
  const weighted = weightedSpearman([3, 1, 2], [1, 2, 3], [1, 3, 2])
  expect(weighted).toBeCloseTo(
    weightedSpearman([3, 1, 1, 1, 2, 2], [1, 2, 2, 2, 3, 3], [1, 1, 1, 1, 1, 1]),
    12,
  )
})
