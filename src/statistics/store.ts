import { and, between, gt, inArray, lt, min, or, sql, sum } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { COUNTERS, type CounterName, type DayFigures, type Figures } from '#domain/statistics.ts'
import { atomically, type Database, type Queries } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { dailyCounts, dailyTotals, instances, visitorSalts, visitors, visitorTotals } from '#src/db/schema.ts'
import { daysBefore, daysBetween } from '#src/lib/calendar-day.ts'
import { HASH_BYTES } from './known-hashes.ts'

const SALT_BYTES = 32

export type DailyCount = { day: string; name: CounterName; detail: string; count: number }

export type DailyVisitor = { day: string; hash: Uint8Array }

/** Identifies a batch of counts by instance and its sequence number in that instance, from 1. */
export type BatchId = { instance: string; number: number; day: string }

/** Inclusive dates like 2026-01-31. */
export type Days = { first: string; last: string }

/**
 * Does nothing for a repeated `batch`, so an instance may retry batches in order. Records visitors only while the day has
 * a salt, so late hashes from an instance with a slow clock are dropped.
 */
export async function addCounts(
  db: Database,
  counts: DailyCount[],
  seen: DailyVisitor[],
  batch: BatchId | null = null,
): Promise<void> {
  const rows = JSON.stringify(counts.map(({ day, name, detail, count }) => [day, name, detail, count]))
  await atomically(db, [
    db.run(sql`
      INSERT INTO daily_counts (day, name, detail, count)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${rows})
      WHERE NOT EXISTS (SELECT 1 FROM instances WHERE id = ${batch?.instance ?? null} AND counted >= ${batch?.number ?? null})
      ON CONFLICT DO UPDATE SET count = count + excluded.count`),
    ...deleteEmptied(db, counts),
    ...(batch ? [markWritten(db, batch)] : []),
    ...seen.map((visitor) => insertVisitor(db, visitor)),
  ])
}

/** A value whose count moved to another one. */
function deleteEmptied(db: Database, counts: DailyCount[]) {
  const moved = counts.flatMap(({ day, name, detail, count }) => (count <= 0 ? [[day, name, detail]] : []))
  if (moved.length === 0) return []
  return [
    db.run(sql`
      DELETE FROM daily_counts WHERE count <= 0 AND (day, name, detail) IN (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(moved)}))`),
  ]
}

const markWritten = (db: Database, { instance, number, day }: BatchId) =>
  db.run(sql`
    INSERT INTO instances (id, counted, day) VALUES (${instance}, ${number}, ${day})
    ON CONFLICT DO UPDATE SET counted = max(counted, excluded.counted), day = excluded.day`)

/** One statement per hash, with bytes as the parameter: longer parameters would leave copies in memory. */
const insertVisitor = (db: Queries, { day, hash }: DailyVisitor) =>
  db.run(sql`
    INSERT INTO visitors (day, hash) SELECT ${day}, ${hash} WHERE ${day} IN (SELECT day FROM visitor_salts)
    ON CONFLICT DO NOTHING`)

/** The day's salt, shared by all instances; null if the day is closed. The caller erases it. */
export async function getOrCreateSalt(db: Database, day: string): Promise<Uint8Array | null> {
  const [row] = await db.transaction(async (tx) => {
    await insertSalt(tx, day)
    return selectSalt(tx, day)
  })
  const salt = row?.[0]
  if (!(salt instanceof Uint8Array)) return null
  // The engine moves small arrays on use, which leaves copies behind.
  const kept = new Uint8Array(new ArrayBuffer(salt.length))
  kept.set(salt)
  salt.fill(0)
  return kept
}

const insertSalt = (db: Queries, day: string) =>
  db.run(sql`
    INSERT INTO visitor_salts (day, salt)
    SELECT ${day}, randomblob(${SALT_BYTES})
    WHERE NOT EXISTS (SELECT 1 FROM daily_counts WHERE day = ${day} AND name = ${COUNTERS.uniqueVisitors})
    ON CONFLICT DO NOTHING`)

const selectSalt = (db: Queries, day: string) =>
  db.all<unknown[]>(sql`SELECT salt FROM visitor_salts WHERE day = ${day}`)

/** Much longer than an instance retries a batch. */
const INSTANCE_RETENTION_DAYS = 30

const DECOY_DAY = '0000-00-00'

/**
 * Closes past days: replaces their hashes and salts with the number of visitors. Those of days after tomorrow, which a
 * wrong clock began, are only deleted. Idempotent. Returns whether any was open.
 * Prepared statements retain their last parameters: running them once more with decoy values overwrites the real ones.
 */
export function closeDaysBefore(db: Database, today: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO daily_counts (day, name, detail, count)
      SELECT day, ${COUNTERS.uniqueVisitors}, '', (SELECT count(*) FROM visitors WHERE visitors.day = visitor_salts.day)
      FROM visitor_salts WHERE day < ${today}
      ON CONFLICT DO NOTHING`)
    await insertSalt(tx, DECOY_DAY)
    await selectSalt(tx, DECOY_DAY)
    await insertVisitor(tx, { day: DECOY_DAY, hash: new Uint8Array(HASH_BYTES) })
    const isOver = (day: SQLiteColumn) => or(lt(day, today), gt(day, daysBefore(today, -1)))
    await tx.delete(visitors).where(isOver(visitors.day))
    await tx.delete(instances).where(lt(instances.day, daysBefore(today, INSTANCE_RETENTION_DAYS)))
    await tx.delete(visitorTotals).where(isOver(visitorTotals.day))
    const closed = await tx
      .delete(visitorSalts)
      .where(isOver(visitorSalts.day))
      .returning({ day: visitorSalts.day })
    return closed.some(({ day }) => day !== DECOY_DAY)
  })
}

export async function readDays(db: Database, days: Days): Promise<DayFigures[]> {
  const counted = await queries(db).days.all(days)
  const figures = new Map(counted.map((row) => [row.day, row]))
  return daysBetween(days.first, days.last).map((day) => figures.get(day) ?? { ...NO_FIGURES, day })
}

export async function readSum(db: Database, days: Days): Promise<Figures> {
  const [row] = await queries(db).sum.all(days)
  return row ?? NO_FIGURES
}

export const DETAILED = [
  COUNTERS.pageView,
  COUNTERS.passwordChecked,
  COUNTERS.source,
  COUNTERS.campaign,
  COUNTERS.bot,
] as const

/** Counts by counter and detail. */
export type Details = Record<(typeof DETAILED)[number], Map<string, number>>

export const noDetails = (): Details => ({
  page_view: new Map(),
  password_checked: new Map(),
  source: new Map(),
  campaign: new Map(),
  bot: new Map(),
})

export async function readDetails(db: Database, days: Days): Promise<Details> {
  const rows = await queries(db).details.all(days)
  const details = noDetails()
  for (const name of DETAILED)
    for (const row of rows) if (row.name === name) details[name].set(row.detail, row.total)
  return details
}

export async function readFirstDay(db: Database): Promise<string | null> {
  const [row] = await queries(db).firstDay.all()
  return row?.day ?? null
}

export const NO_FIGURES: Figures = {
  pageViews: 0,
  uniqueVisitors: 0,
  passwordsGenerated: 0,
  passwordsChecked: 0,
  bots: 0,
  helpful: 0,
  unhelpful: 0,
}

const queries = prepareOnce((db) => {
  const first = sql.placeholder('first')
  const last = sql.placeholder('last')
  /** Visitors of days that aren't closed yet are counted in another table. */
  const totals = sql`(
    SELECT day, name, total FROM daily_totals WHERE day BETWEEN ${first} AND ${last}
    UNION ALL
    SELECT day, ${sql.raw(`'${COUNTERS.uniqueVisitors}'`)}, total FROM visitor_totals
    WHERE day BETWEEN ${first} AND ${last})`
  const of = (name: CounterName) => sql<number>`total(total) FILTER (WHERE name = ${sql.raw(`'${name}'`)})`
  const figures = {
    pageViews: of(COUNTERS.pageView),
    uniqueVisitors: of(COUNTERS.uniqueVisitors),
    passwordsGenerated: of(COUNTERS.passwordGenerated),
    passwordsChecked: of(COUNTERS.passwordChecked),
    bots: of(COUNTERS.bot),
    helpful: of(COUNTERS.helpful),
    unhelpful: of(COUNTERS.unhelpful),
  }
  return {
    days: db
      .select({ ...figures, day: sql<string>`day` })
      .from(totals)
      .groupBy(sql`day`)
      .prepare(),
    sum: db.select(figures).from(totals).prepare(),
    details: db
      .select({
        name: dailyCounts.name,
        detail: dailyCounts.detail,
        total: sum(dailyCounts.count).mapWith(Number),
      })
      .from(dailyCounts)
      .where(and(between(dailyCounts.day, first, last), inArray(dailyCounts.name, [...DETAILED])))
      .groupBy(dailyCounts.name, dailyCounts.detail)
      .prepare(),
    firstDay: db
      .select({ day: min(dailyTotals.day) })
      .from(dailyTotals)
      .prepare(),
  }
})
