import {
  type DayFigures,
  type Figures,
  type Metrics,
  type PageCount,
  STRENGTH_BUCKETS,
  type StrengthCount,
} from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { daysBefore } from '#src/lib/calendar-day.ts'
import type { PastDetails } from './past-details.ts'
import { type Days, type Details, readDays, readDetails, readFirstDay, readSum } from './store.ts'

const TOP_PAGES = 10

type Options = { db: Database; today: string; readPast: PastDetails }

export async function readDailyFigures({ db, today, readPast }: Options, range: Days): Promise<Metrics> {
  const firstDay = await readFirstDay(db)
  if (firstDay === null || firstDay >= today) {
    return { available: false, today, firstDay, days: [], before: null, strengths: [], topPages: [] }
  }
  const days = (await readDays(db, range)).filter(({ day }) => day >= firstDay)
  const full = days.filter(({ day }) => day < today)
  const [before, past, current] = await Promise.all([
    readBefore(db, full, firstDay),
    readPast(full),
    readDetails(db, { first: today, last: range.last }),
  ])
  const strengths = strengthCounts(past, current)
  return { available: true, today, firstDay, days, before, strengths, topPages: topPages(past, current) }
}

/** Null unless every day was counted from its beginning. */
async function readBefore(
  db: Database,
  full: readonly DayFigures[],
  firstDay: string,
): Promise<Figures | null> {
  const [from] = full
  if (!from) return null
  const first = daysBefore(from.day, full.length)
  return first > firstDay ? readSum(db, { first, last: daysBefore(from.day, 1) }) : null
}

const strengthCounts = (...parts: Details[]): StrengthCount[] =>
  STRENGTH_BUCKETS.map((from) => ({ from, count: sumOf(parts, ({ strengths }) => strengths, String(from)) }))

const topPages = (...parts: Details[]): PageCount[] =>
  [...new Set(parts.flatMap(({ pages }) => [...pages.keys()]))]
    .map((path) => ({ path, views: sumOf(parts, ({ pages }) => pages, path) }))
    .sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1))
    .slice(0, TOP_PAGES)

const sumOf = (parts: Details[], counts: (part: Details) => ReadonlyMap<string, number>, name: string) =>
  parts.reduce((sum, part) => sum + (counts(part).get(name) ?? 0), 0)
