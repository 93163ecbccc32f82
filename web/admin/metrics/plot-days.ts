import { nice, ticks } from 'd3-array'
import { area, line } from 'd3-shape'

/** Approximate number of grid lines. */
const GRID_LINES = 4
const DATE_LABELS_MAX = 8

export type Plot = {
  /** In percent of width and height, from the top left. */
  points: { x: number; y: number }[]
  lines: { value: number; y: number }[]
  /** Indexes of the days that get a date label. */
  dates: number[]
  /** SVG paths in a 100×100 viewBox. */
  line: string
  lastPart: string
  area: string
}

export function plotDays(values: readonly number[], isLastPartial: boolean): Plot {
  const [, top] = nice(0, Math.max(1, ...values), GRID_LINES)
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
  const full = isLastPartial ? points.slice(0, -1) : points
  return {
    points,
    lines: ticks(0, top, GRID_LINES)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: heightOf(value) })),
    dates: datesOf(values.length),
    line: path(full) ?? '',
    lastPart: isLastPartial ? (path(points.slice(-2)) ?? '') : '',
    area: below(full) ?? '',
  }
}

/** Counts back from today, so that today always has a label. */
function datesOf(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / DATE_LABELS_MAX))
  return Array.from({ length: Math.ceil(count / step) }, (_, back) => count - 1 - back * step).reverse()
}
