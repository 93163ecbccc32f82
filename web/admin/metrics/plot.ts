import { nice, ticks } from 'd3-array'
import { area, line } from 'd3-shape'

/** About so many lines across, and so many dates below. */
const LINES = 4
const DATES = 8

export type Plot = {
  /** Where a value stands, in percent of the width and height, from the upper left. */
  points: { x: number; y: number }[]
  lines: { value: number; y: number }[]
  /** Numbers of the days whose dates are written below. */
  dates: number[]
  /** Paths in a square of 100 by 100. The last part is there when the last day isn't over. */
  line: string
  lastPart: string
  area: string
}

/** Lays a figure out, day by day. `isLastOpen`: the last day isn't over. */
export function plotDays(values: readonly number[], isLastOpen: boolean): Plot {
  const [, top] = nice(0, Math.max(1, ...values), LINES)
  const heightOf = (value: number) => 100 - (value / top) * 100
  const step = values.length > 1 ? 100 / (values.length - 1) : 0
  const points = values.map((value, day) => ({ x: values.length > 1 ? day * step : 50, y: heightOf(value) }))
  const path = line<Plot['points'][number]>(
    ({ x }) => x,
    ({ y }) => y,
  )
  const below = area<Plot['points'][number]>(
    ({ x }) => x,
    100,
    ({ y }) => y,
  )
  const full = isLastOpen ? points.slice(0, -1) : points
  return {
    points,
    lines: ticks(0, top, LINES)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: heightOf(value) })),
    dates: datesOf(values.length),
    line: path(full) ?? '',
    lastPart: isLastOpen ? (path(points.slice(-2)) ?? '') : '',
    area: below(full) ?? '',
  }
}

/** Counted back from the last day, so that the date of today is always there. */
function datesOf(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / DATES))
  return Array.from({ length: Math.ceil(count / step) }, (_, back) => count - 1 - back * step).reverse()
}
