const STYLES = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
} as const

type Style = keyof typeof STYLES

/** Cached, because creating a format is far slower than using it, and lists show many dates. */
const formats = new Map<Style, Intl.DateTimeFormat>()
let relativeFormat: Intl.RelativeTimeFormat | undefined

export const showMoment = (iso: string): string => format(iso, 'moment')

export const showDate = (iso: string, style: 'medium' | 'long' = 'medium'): string => format(iso, style)

function format(iso: string, style: Style): string {
  const moment = new Date(iso)
  // Intl throws on an invalid date.
  if (Number.isNaN(moment.getTime())) return String(moment)
  const known = formats.get(style) ?? new Intl.DateTimeFormat(undefined, STYLES[style])
  formats.set(style, known)
  return known.format(moment)
}

const DAY_MS = 86_400_000
const UNITS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const RELATIVE_DAYS = 7

/** 'two days ago' up to a week, otherwise the date. */
export function showAge(iso: string, now: Date): string {
  return hasAge(iso, now) ? showDistance(iso, now) : showDate(iso)
}

export function hasAge(iso: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(iso)
  return age >= 0 && age < RELATIVE_DAYS * DAY_MS
}

export function showDistance(iso: string, now: Date): string {
  const ahead = Date.parse(iso) - now.getTime()
  const distance = Math.abs(ahead)
  if (distance >= RELATIVE_DAYS * DAY_MS) return showDate(iso)
  const [unit, ms] = UNITS.find(([, ms]) => distance >= ms) ?? ['second', Number.POSITIVE_INFINITY]
  // Dividing by infinity gives 0 seconds, which formats as 'now'.
  relativeFormat ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  return relativeFormat.format(Math.trunc(ahead / ms), unit)
}
