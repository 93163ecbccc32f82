import { LRUCache } from 'lru-cache'

/**
 * Answers the calendar day that a moment belongs to in a time zone, as a date like 2026-01-31. Moments of the same
 * second share one look into the calendar: the function is called for every counted event.
 */
export function calendarDay(timeZone: string): (at: Date) => string {
  // Made when first needed: it takes 8 ms, which a server that starts doesn't have.
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
/** Time zones are at most so far from UTC, either way. */
const FARTHEST_MS = 15 * HOUR_MS
const MOST_KNOWN = 100

/** Answers the first moment (ISO 8601, UTC) of a date like 2026-01-31 in a time zone; midnight may be left out there. */
export function dayStarts(timeZone: string): (day: string) => string {
  const dayOf = calendarDay(timeZone)
  const known = new LRUCache<string, string>({ max: MOST_KNOWN })

  function find(day: string): string {
    let before = Date.parse(`${day}T00:00:00Z`) - FARTHEST_MS
    let after = before + 2 * FARTHEST_MS
    while (after - before > 1000) {
      const middle = before + Math.round((after - before) / 2000) * 1000
      if (dayOf(new Date(middle)) < day) before = middle
      else after = middle
    }
    return new Date(after).toISOString()
  }

  return (day) => {
    const start = known.get(day) ?? find(day)
    known.set(day, start)
    return start
  }
}

/** Every date from `first` to `last`, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  const at = new Date(`${first}T00:00:00Z`)
  for (let day = first; day <= last; day = at.toISOString().slice(0, 10)) {
    days.push(day)
    at.setUTCDate(at.getUTCDate() + 1)
  }
  return days
}

/** The date that is `count` days before another; `day` and the answer are dates like 2026-01-31. */
export function daysBefore(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - count)
  return at.toISOString().slice(0, 10)
}
