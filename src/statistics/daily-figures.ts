import {
  BOT_SIGNALS,
  type DayFigures,
  type Figures,
  type Metrics,
  SOURCE_GROUPS,
  type SourceCount,
  STRENGTH_BUCKETS,
} from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { daysBefore } from '#src/lib/calendar-day.ts'
import type { PastDetails } from './past-details.ts'
import { type Days, type Details, readDays, readDetails, readFirstDay, readSum } from './store.ts'

const TOP = 10

const NOTHING = {
  ...{ available: false, days: [], before: null, strengths: [], topPages: [] },
  ...{ sourceGroups: [], topSources: [], campaigns: [], botSignals: [] },
}

type Options = { db: Database; today: string; readPast: PastDetails; activeVisitors: number }

export async function readDailyFigures(
  { db, today, readPast, activeVisitors }: Options,
  range: Days,
): Promise<Metrics> {
  const firstDay = await readFirstDay(db)
  if (firstDay === null || firstDay >= today) {
    return { ...NOTHING, today, firstDay, activeVisitors }
  }
  const days = (await readDays(db, range)).filter(({ day }) => day >= firstDay)
  const full = days.filter(({ day }) => day < today)
  const [before, past, current] = await Promise.all([
    readBefore(db, full, firstDay),
    readPast(full),
    readDetails(db, { first: today, last: range.last }),
  ])
  const of = (name: keyof Details) => summed(past[name], current[name])
  const sources = [...of('source')].flatMap(([detail, views]) => readSourceDetail(detail, views))
  const bots = of('bot')
  const strengths = of('password_checked')
  return {
    ...{ available: true, today, firstDay, days, before, activeVisitors },
    strengths: STRENGTH_BUCKETS.map((from) => ({ from, count: strengths.get(String(from)) ?? 0 })),
    topPages: top(of('page_view')).map(([path, views]) => ({ path, views })),
    sourceGroups: SOURCE_GROUPS.map((group) => ({
      group,
      views: sources.reduce((sum, source) => sum + (source.group === group ? source.views : 0), 0),
    })),
    topSources: sources
      .filter(({ group }) => group !== 'direct')
      .sort((a, b) => b.views - a.views || (a.name < b.name ? -1 : 1))
      .slice(0, TOP),
    campaigns: top(of('campaign')).map(([name, views]) => ({ name, views })),
    botSignals: BOT_SIGNALS.map((signal) => ({ signal, count: bots.get(signal) ?? 0 })),
  }
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

function summed(...parts: ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const part of parts) for (const [name, count] of part) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

const top = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1)).slice(0, TOP)

function readSourceDetail(detail: string, views: number): SourceCount[] {
  const at = detail.indexOf(' ')
  const group = SOURCE_GROUPS.find((group) => group === detail.slice(0, at))
  return group ? [{ group, name: detail.slice(at + 1), views }] : []
}
