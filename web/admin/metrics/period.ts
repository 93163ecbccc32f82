import { withParameters } from '#web/admin/with-parameters.ts'

/** As in the URL: the last N days, or a range. The server validates both. */
export type Period = { days: string } | { from: string; to: string }

const DEFAULT_DAYS = '30'

export const PRESETS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '366', label: 'Last year' },
]

export function readPeriod(parameters: URLSearchParams): Period {
  const from = parameters.get('from')
  const to = parameters.get('to')
  return from !== null && to !== null ? { from, to } : { days: parameters.get('days') ?? DEFAULT_DAYS }
}

/** Keeps all other URL parameters. */
export const withPeriod = (parameters: URLSearchParams, period: Period): URLSearchParams =>
  withParameters(parameters, { days: null, from: null, to: null, ...period })
