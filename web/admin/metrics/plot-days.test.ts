import { expect, test } from 'bun:test'
import { plotDays } from './plot-days.ts'

test('spreads days over the width and rounds the top of the axis up', () => {
  const { points, lines, line, lastPart } = plotDays([0, 93, 50], false)
  expect(points.map(({ x }) => x)).toEqual([0, 50, 100])
  expect(points.map(({ y }) => Math.round(y))).toEqual([100, 7, 50])
  expect(lines.map(({ value }) => value)).toEqual([0, 20, 40, 60, 80, 100])
  expect(line).toStartWith('M0,100L50,')
  expect(lastPart).toBe('')
})

test('plots the unfinished day as a separate segment', () => {
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
])('labels the axis of %p with whole numbers', (values, expected) => {
  expect(plotDays(values, false).lines.map(({ value }) => value)).toEqual(expected)
})

test.each([
  [[7], true],
  [[7], false],
  [[], false],
])('plots %p, last day unfinished: %p, without NaN', (values, isLastPartial) => {
  const { points, line, lastPart, area } = plotDays(values, isLastPartial)
  expect(points.map(({ x }) => x)).toEqual(values.map(() => 50))
  expect(`${line}${lastPart}${area}`).not.toContain('NaN')
})

test.each([1, 2, 7, 8, 9, 30, 90, 366])('labels at most eight of %d days, including the last', (count) => {
  const { dates } = plotDays(
    Array.from({ length: count }, () => 1),
    true,
  )
  expect(dates.length).toBeWithin(1, 9)
  expect(dates.at(-1)).toBe(count - 1)
  expect(dates[0]).toBeGreaterThanOrEqual(0)
})
