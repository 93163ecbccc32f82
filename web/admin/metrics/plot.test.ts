import { expect, test } from 'bun:test'
import { plotDays } from './plot.ts'

test('days are spread over the width, and the largest value stays within a round top', () => {
  const { points, lines, line, lastPart } = plotDays([0, 93, 50], false)
  expect(points.map(({ x }) => x)).toEqual([0, 50, 100])
  expect(points.map(({ y }) => Math.round(y))).toEqual([100, 7, 50])
  expect(lines.map(({ value }) => value)).toEqual([0, 20, 40, 60, 80, 100])
  expect(line).toStartWith('M0,100L50,')
  expect(lastPart).toBe('')
})

test('a day that is not over has a part of its own', () => {
  const { line, lastPart } = plotDays([100, 100, 0], true)
  expect(line).toBe('M0,0L50,0')
  expect(lastPart).toBe('M50,0L100,100')
})

test.each([
  [
    [0, 0],
    [0, 1],
  ],
  [
    [1, 2],
    [0, 1, 2],
  ],
])('counts %p get whole numbers at the side', (values, expected) => {
  expect(plotDays(values, false).lines.map(({ value }) => value)).toEqual(expected)
})

test.each([
  [[7], true],
  [[7], false],
  [[], false],
])('the days %p, the last one open: %p, leave no half path', (values, isLastOpen) => {
  const { points, line, lastPart, area } = plotDays(values, isLastOpen)
  expect(points.map(({ x }) => x)).toEqual(values.map(() => 50))
  expect(`${line}${lastPart}${area}`).not.toContain('NaN')
})

test.each([1, 2, 7, 8, 9, 30, 90, 366])(
  'of %d days at most eight have dates, the last one among them',
  (count) => {
    const { dates } = plotDays(
      Array.from({ length: count }, () => 1),
      true,
    )
    expect(dates.length).toBeWithin(1, 9)
    expect(dates.at(-1)).toBe(count - 1)
    expect(dates[0]).toBeGreaterThanOrEqual(0)
  },
)
