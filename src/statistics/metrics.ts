import type { Metrics } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { daysBefore } from '#src/lib/calendar-day.ts'
import { readDays, readFirstDay, readStrengths, readTopPages } from './store.ts'

const TOP_PAGES = 10

/** The figures of the last `count` days up to `today`, of those that the site has seen. */
export async function readMetrics(db: Database, today: string, count: number): Promise<Metrics> {
  const firstDay = await readFirstDay(db)
  if (firstDay === null || firstDay >= today) {
    return { available: false, days: [], strengths: [], topPages: [] }
  }
  const range = { first: daysBefore(today, count - 1), last: today }
  const [days, strengths, topPages] = await Promise.all([
    readDays(db, range),
    readStrengths(db, range),
    readTopPages(db, range, TOP_PAGES),
  ])
  return { available: true, days: days.filter(({ day }) => day >= firstDay), strengths, topPages }
}
