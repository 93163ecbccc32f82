import { and, between, inArray, lt, min, sql, sum } from 'drizzle-orm'
import { COUNTED, type Counted, type DayFigures, type Figures } from '#domain/statistics.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { preparedFor } from '#src/db/prepared.ts'
import { dailyCounts, dailyTotals, visitorSalts, visitors, visitorTotals } from '#src/db/schema.ts'
import { daysBetween } from '#src/lib/calendar-day.ts'
import { HASH_BYTES } from './known-hashes.ts'

const SALT_BYTES = 32

export type DailyCount = { day: string; name: Counted; detail: string; count: number }

export type DailyVisitor = { day: string; hash: Uint8Array }

/** Dates like 2026-01-31, both included. */
export type Days = { first: string; last: string }

/**
 * Adds to the counts and notes the visitors, in one transaction. A visitor is noted only while the day has a salt: a
 * hash that comes after the day was closed, from a server whose clock is behind, is dropped.
 */
export async function addCounts(db: Database, counts: DailyCount[], seen: DailyVisitor[]): Promise<void> {
  const rows = JSON.stringify(counts.map(({ day, name, detail, count }) => [day, name, detail, count]))
  await atomically(db, [
    db.run(sql`
      INSERT INTO daily_counts (day, name, detail, count)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${rows}) WHERE true
      ON CONFLICT DO UPDATE SET count = count + excluded.count`),
    ...seen.map((visitor) => insertVisitor(db, visitor)),
  ])
}

/** One statement for each, with bytes as its parameter: text or a longer parameter would leave copies in memory. */
const insertVisitor = (db: Database, { day, hash }: DailyVisitor) =>
  db.run(sql`
    INSERT INTO visitors (day, hash) SELECT ${day}, ${hash} WHERE ${day} IN (SELECT day FROM visitor_salts)
    ON CONFLICT DO NOTHING`)

/**
 * The day's salt: a new one if the day has none yet, else the one that is there, as every server on this database must
 * use the same. Null when the day was closed already. The caller overwrites it.
 */
export async function agreeOnSalt(db: Database, day: string): Promise<Uint8Array | null> {
  const [, [row]] = await atomically(db, [insertSalt(db, day), selectSalt(db, day)])
  const salt = row?.[0]
  if (!(salt instanceof Uint8Array)) return null
  // Bytes that lie in the engine's own heap are moved when they are used, and leave a copy behind.
  const kept = new Uint8Array(new ArrayBuffer(salt.length))
  kept.set(salt)
  salt.fill(0)
  return kept
}

const insertSalt = (db: Database, day: string) =>
  db.run(sql`
    INSERT INTO visitor_salts (day, salt)
    SELECT ${day}, randomblob(${SALT_BYTES})
    WHERE NOT EXISTS (SELECT 1 FROM daily_counts WHERE day = ${day} AND name = ${COUNTED.uniqueVisitors})
    ON CONFLICT DO NOTHING`)

const selectSalt = (db: Database, day: string) =>
  db.all<unknown[]>(sql`SELECT salt FROM visitor_salts WHERE day = ${day}`)

/** Before every other day. */
const DECOY_DAY = '0000-00-00'

/**
 * Of every day before `today`: keeps the number of visitors, destroys hashes and salt. A second time changes nothing.
 * Answers whether there was such a day. Prepared statements keep what they last held: a decoy takes its place.
 */
export async function closeDaysBefore(db: Database, today: string): Promise<boolean> {
  const [, , , , , , closed] = await atomically(db, [
    db.run(sql`
      INSERT INTO daily_counts (day, name, detail, count)
      SELECT day, ${COUNTED.uniqueVisitors}, '', (SELECT count(*) FROM visitors WHERE visitors.day = visitor_salts.day)
      FROM visitor_salts WHERE day < ${today}
      ON CONFLICT DO NOTHING`),
    insertSalt(db, DECOY_DAY),
    selectSalt(db, DECOY_DAY),
    insertVisitor(db, { day: DECOY_DAY, hash: new Uint8Array(HASH_BYTES) }),
    db.delete(visitors).where(lt(visitors.day, today)),
    db.delete(visitorTotals).where(lt(visitorTotals.day, today)),
    db.delete(visitorSalts).where(lt(visitorSalts.day, today)).returning({ day: visitorSalts.day }),
  ])
  return closed.some(({ day }) => day !== DECOY_DAY)
}

/** Figures of each of these days, in order; a day without events has zeros. */
export async function readDays(db: Database, days: Days): Promise<DayFigures[]> {
  const counted = await queries(db).days.all(days)
  const figures = new Map(counted.map((row) => [row.day, row]))
  return daysBetween(days.first, days.last).map((day) => figures.get(day) ?? { ...NO_FIGURES, day })
}

/** The same added up. */
export async function readSum(db: Database, days: Days): Promise<Figures> {
  const [row] = await queries(db).sum.all(days)
  return row ?? NO_FIGURES
}

/** What was counted by detail: views by path, checks by the lower edge of their strength. */
export type Details = { pages: Map<string, number>; strengths: Map<string, number> }

export async function readDetails(db: Database, days: Days): Promise<Details> {
  const rows = await queries(db).details.all(days)
  const of = (name: Counted) =>
    new Map(rows.filter((row) => row.name === name).map(({ detail, total }) => [detail, total]))
  return { pages: of(COUNTED.pageView), strengths: of(COUNTED.passwordChecked) }
}

/** The first day that anything was counted on; null when nothing was yet. */
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

const queries = preparedFor((db) => {
  const first = sql.placeholder('first')
  const last = sql.placeholder('last')
  /** Visitors of a day that isn't over stand in a table of their own. */
  const totals = sql`(
    SELECT day, name, total FROM daily_totals WHERE day BETWEEN ${first} AND ${last}
    UNION ALL
    SELECT day, ${sql.raw(`'${COUNTED.uniqueVisitors}'`)}, total FROM visitor_totals
    WHERE day BETWEEN ${first} AND ${last})`
  const of = (name: Counted) => sql<number>`total(total) FILTER (WHERE name = ${sql.raw(`'${name}'`)})`
  const figures = {
    pageViews: of(COUNTED.pageView),
    uniqueVisitors: of(COUNTED.uniqueVisitors),
    passwordsGenerated: of(COUNTED.passwordGenerated),
    passwordsChecked: of(COUNTED.passwordChecked),
    bots: of(COUNTED.bot),
    helpful: of(COUNTED.helpful),
    unhelpful: of(COUNTED.unhelpful),
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
      .where(
        and(
          between(dailyCounts.day, first, last),
          inArray(dailyCounts.name, [COUNTED.pageView, COUNTED.passwordChecked]),
        ),
      )
      .groupBy(dailyCounts.name, dailyCounts.detail)
      .prepare(),
    firstDay: db
      .select({ day: min(dailyTotals.day) })
      .from(dailyTotals)
      .prepare(),
  }
})
