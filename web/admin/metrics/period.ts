/** The days that the figures are asked for, as they stand in the address: the last so many, or from one to another. */
export type Period = { days: string } | { from: string; to: string }

const DEFAULT_DAYS = '30'

export const PRESETS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '366', label: 'Last year' },
]

export function readPeriod(address: URLSearchParams): Period {
  const from = address.get('from')
  const to = address.get('to')
  return from !== null && to !== null ? { from, to } : { days: address.get('days') ?? DEFAULT_DAYS }
}

/** The address with another period, all else in it kept. */
export function withPeriod(address: URLSearchParams, period: Period): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of ['days', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(period)) next.set(name, value)
  return next
}

/** What the server is asked: the server says whether these are days. */
export const queryOf = (period: Period): string => new URLSearchParams(period).toString()
