/** A moment (ISO 8601, UTC) in the reader's own words and time zone. */
export const showMoment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const showDate = (iso: string, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Date(iso).toLocaleDateString(undefined, { dateStyle })

const DAY_MS = 86_400_000
const UNITS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const RELATIVE_DAYS = 7

/** How long ago a moment was, under seven days; its date otherwise, and in the future. */
export function showAge(iso: string, now: Date): string {
  return now.getTime() < Date.parse(iso) ? showDate(iso) : showDistance(iso, now)
}

/** How long ago a moment was or how soon it is, under seven days; its date otherwise. */
export function showDistance(iso: string, now: Date): string {
  const ahead = Date.parse(iso) - now.getTime()
  const distance = Math.abs(ahead)
  if (distance >= RELATIVE_DAYS * DAY_MS) return showDate(iso)
  const [unit, ms] = UNITS.find(([, ms]) => distance >= ms) ?? ['second', Number.POSITIVE_INFINITY]
  // An infinity of milliseconds makes it 0 seconds ago, which languages call now.
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.trunc(ahead / ms), unit)
}

/** The same in words that the server, too, can say: it knows neither language nor time zone of the reader. */
export const showDateInEnglish = (iso: string, dateStyle: 'medium' | 'long'): string =>
  new Date(iso).toLocaleDateString('en-US', { dateStyle, timeZone: 'UTC' })
