import { LRUCache } from 'lru-cache'

/** Returns dates like 2026-01-31. Cached per second, because it runs for every event. */
export function calendarDay(timeZone: string): (at: Date) => string {
  // Lazy: creating one takes 8 ms of startup time.
  let calendar: Intl.DateTimeFormat | undefined
  let known = { second: Number.NaN, day: '' }

  return (at) => {
    const second = Math.floor(at.getTime() / 1000)
    calendar ??= new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    if (second !== known.second) known = { second, day: read(calendar, at) }
    return known.day
  }
}

function read(calendar: Intl.DateTimeFormat, at: Date): string {
  const parts = new Map(calendar.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

const HOUR_MS = 3_600_000
const OFFSET_MAX_MS = 15 * HOUR_MS
const KNOWN_MAX = 100

/** The start (ISO 8601, UTC) of a date; midnight may not exist on that date in that time zone. */
export function dayStarts(timeZone: string): (day: string) => string {
  const dayOf = calendarDay(timeZone)
  const cache = new LRUCache<string, string>({ max: KNOWN_MAX })

  function find(day: string): string {
    let before = Date.parse(`${day}T00:00:00Z`) - OFFSET_MAX_MS
    let after = before + 2 * OFFSET_MAX_MS
    while (after - before > 1000) {
      const middle = before + Math.round((after - before) / 2000) * 1000
      if (dayOf(new Date(middle)) < day) before = middle
      else after = middle
    }
    return new Date(after).toISOString()
  }

  return (day) => {
    const start = cache.get(day) ?? find(day)
    cache.set(day, start)
    return start
  }
}

/** Inclusive; dates like 2026-01-31. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  const at = new Date(`${first}T00:00:00Z`)
  for (let day = first; day <= last; day = at.toISOString().slice(0, 10)) {
    days.push(day)
    at.setUTCDate(at.getUTCDate() + 1)
  }
  return days
}

export function daysBefore(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - count)
  return at.toISOString().slice(0, 10)
}
