import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { AUDIT_SORTS, AuditAction, AuditEntry } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { type KeysetPage, refuseOtherOrder } from '#src/db/keyset.ts'
import { auditEntries } from '#src/db/schema.ts'
import { foldText } from '#src/lib/fold-text.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'

export type AuditFilter = {
  action?: AuditAction | undefined
  actor?: string | undefined
}

type Order = 'asc' | 'desc'

/** A few milliseconds per turn of the event loop. */
const IDS_PER_SLICE = 20_000
const ROWS_PER_READ = 2_000
const NAMES_PER_READ = 500

type Query = AuditFilter & KeysetPage<(typeof AUDIT_SORTS)[number]>

/** `total` counts all matches, not only this page. Throws AppError invalid. */
export async function listAudit(db: Database, query: Query, signal?: AbortSignal) {
  refuseOtherOrder(query)
  const { limit, offset, sort, order, after, ...filter } = query
  const isNext = after && (order === 'asc' ? gt : lt)(auditEntries.id, after.id)
  const rows: AuditEntry[] = []
  let total = 0
  let left = offset
  for await (const matches of slicesOf(db, filter, order, IDS_PER_SLICE, signal)) {
    const count = await db.$count(auditEntries, matches)
    total += count
    if (rows.length > limit) continue
    const isOnPage = and(matches, isNext)
    const some = await entries(db, isOnPage, order)
      .limit(limit + 1 - rows.length)
      .offset(left)
    rows.push(...some)
    if (some.length > 0) left = 0
    else if (left > 0) left -= isNext ? await db.$count(auditEntries, isOnPage) : count
  }
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, total, next: last ? { sort, order, value: last.at, id: last.id } : null }
}

export async function* eachAuditEntry(
  db: Database,
  filter: AuditFilter,
  limit: number,
  signal?: AbortSignal,
): AsyncGenerator<AuditEntry[]> {
  let left = limit
  for await (const matches of slicesOf(db, filter, 'desc', ROWS_PER_READ, signal)) {
    const rows = await entries(db, matches, 'desc').limit(left)
    if (rows.length > 0) yield rows
    left -= rows.length
    if (left === 0) return
  }
}

const entries = (db: Database, matches: SQL | undefined, order: Order) =>
  db
    .select()
    .from(auditEntries)
    .where(matches)
    .orderBy((order === 'asc' ? asc : desc)(auditEntries.id))
    .$dynamic()

/** SQL conditions for consecutive id ranges, one per turn. */
async function* slicesOf(
  db: Database,
  { action, actor }: AuditFilter,
  order: Order,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<SQL | undefined> {
  const names = actor ? await findActors(db, actor, signal) : null
  if (names?.length === 0) return
  const matches = and(action && eq(auditEntries.action, action), names ? isOneOf(names) : undefined)
  const [ends] = await db.values<[first: number | null, last: number | null]>(sql`
    SELECT (SELECT min(id) FROM audit_entries), (SELECT max(id) FROM audit_entries)`)
  const [first, last] = ends ?? []
  if (first == null || last == null) return
  for (let done = 0; done <= last - first; done += size) {
    await yieldToEventLoop(signal)
    const start = order === 'asc' ? first + done : last - done - size + 1
    yield and(gte(auditEntries.id, start), lt(auditEntries.id, start + size), matches)
  }
}

/** The unary plus disables the index on names, which would scan without bounds. */
const isOneOf = (names: string[]) =>
  sql`(+${auditEntries.actor}) COLLATE NOCASE IN (SELECT value FROM json_each(${JSON.stringify(names)}))`

async function findActors(db: Database, text: string, signal?: AbortSignal): Promise<string[]> {
  const folded = foldText(text)
  const found: string[] = []
  let last: string | null = null
  for (;;) {
    await yieldToEventLoop(signal)
    const names: string[] = await readActors(db, last)
    found.push(...names.filter((name) => foldText(name).includes(folded)))
    last = names.at(-1) ?? null
    if (names.length < NAMES_PER_READ) return found
  }
}

/** A loose index scan, because there are few distinct names. */
async function readActors(db: Database, last: string | null): Promise<string[]> {
  const next = (after: SQL) => sql`(
    SELECT actor FROM audit_entries WHERE actor > ${after} COLLATE NOCASE ORDER BY actor COLLATE NOCASE LIMIT 1)`
  const names = await db.values<[string]>(sql`
    WITH RECURSIVE names (name) AS (
      SELECT ${next(sql`${last ?? ''}`)}
      UNION ALL SELECT ${next(sql`name`)} FROM names WHERE name IS NOT NULL LIMIT ${NAMES_PER_READ}
    ) SELECT name FROM names WHERE name IS NOT NULL`)
  return names.map(([name]) => name)
}
