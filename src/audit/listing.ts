import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { AUDIT_SORTS, AuditAction, AuditEntry } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { type KeysetPage, refuseOtherOrder } from '#src/db/keyset.ts'
import { auditEntries } from '#src/db/schema.ts'
import { breathe } from '#src/lib/breathe.ts'
import { foldText } from '#src/lib/fold-text.ts'

export type AuditFilter = {
  action?: AuditAction | undefined
  /** Part of a name, whatever its case. */
  actor?: string | undefined
}

type Order = 'asc' | 'desc'

/** Entries that are looked at in one turn of the event loop: a few milliseconds. */
const LOOKED_AT_ONCE = 20_000
const READ_AT_ONCE = 2_000
const NAMES_AT_ONCE = 500

type Query = AuditFilter & KeysetPage<(typeof AUDIT_SORTS)[number]>

/** `total` counts the entries that the page leaves out too. Throws AppError invalid as `readPage` does. */
export async function listAudit(db: Database, query: Query, signal?: AbortSignal) {
  refuseOtherOrder(query)
  const { limit, offset, sort, order, after, ...filter } = query
  const isNext = after && (order === 'asc' ? gt : lt)(auditEntries.id, after.id)
  const rows: AuditEntry[] = []
  let total = 0
  let left = offset
  for await (const isMeant of slicesOf(db, filter, order, LOOKED_AT_ONCE, signal)) {
    const count = await db.$count(auditEntries, isMeant)
    total += count
    if (rows.length > limit) continue
    const isHere = and(isMeant, isNext)
    const some = await entries(db, isHere, order)
      .limit(limit + 1 - rows.length)
      .offset(left)
    rows.push(...some)
    if (some.length > 0) left = 0
    else if (left > 0) left -= isNext ? await db.$count(auditEntries, isHere) : count
  }
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, total, next: last ? { sort, order, value: last.at, id: last.id } : null }
}

/** The newest `most` entries, some at a time. */
export async function* eachAuditEntry(
  db: Database,
  filter: AuditFilter,
  most: number,
  signal?: AbortSignal,
): AsyncGenerator<AuditEntry[]> {
  let left = most
  for await (const isMeant of slicesOf(db, filter, 'desc', READ_AT_ONCE, signal)) {
    const rows = await entries(db, isMeant, 'desc').limit(left)
    if (rows.length > 0) yield rows
    left -= rows.length
    if (left === 0) return
  }
}

const entries = (db: Database, isMeant: SQL | undefined, order: Order) =>
  db
    .select()
    .from(auditEntries)
    .where(isMeant)
    .orderBy((order === 'asc' ? asc : desc)(auditEntries.id))
    .$dynamic()

/** The condition of a filter for `size` ids after the other, each in a turn of its own. */
async function* slicesOf(
  db: Database,
  { action, actor }: AuditFilter,
  order: Order,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<SQL | undefined> {
  const names = actor ? await findActors(db, actor, signal) : null
  if (names?.length === 0) return
  const isMeant = and(action && eq(auditEntries.action, action), names ? isOneOf(names) : undefined)
  const [ends] = await db.values<[first: number | null, last: number | null]>(sql`
    SELECT (SELECT min(id) FROM audit_entries), (SELECT max(id) FROM audit_entries)`)
  const [first, last] = ends ?? []
  if (first == null || last == null) return
  for (let done = 0; done <= last - first; done += size) {
    await breathe(signal)
    const start = order === 'asc' ? first + done : last - done - size + 1
    yield and(gte(auditEntries.id, start), lt(auditEntries.id, start + size), isMeant)
  }
}

/** The plus keeps the database from going through the index of names, which has no bounds. */
const isOneOf = (names: string[]) =>
  sql`(+${auditEntries.actor}) COLLATE NOCASE IN (SELECT value FROM json_each(${JSON.stringify(names)}))`

/** The names that hold `text`, whatever its case. Goes from name to name in the index, as there are few. */
async function findActors(db: Database, text: string, signal?: AbortSignal): Promise<string[]> {
  const folded = foldText(text)
  const found: string[] = []
  let last: string | null = null
  for (;;) {
    await breathe(signal)
    const names: string[] = await readActors(db, last)
    found.push(...names.filter((name) => foldText(name).includes(folded)))
    last = names.at(-1) ?? null
    if (names.length < NAMES_AT_ONCE) return found
  }
}

/** The next names after `last`, each in one spelling. */
async function readActors(db: Database, last: string | null): Promise<string[]> {
  const next = (after: SQL) => sql`(
    SELECT actor FROM audit_entries WHERE actor > ${after} COLLATE NOCASE ORDER BY actor COLLATE NOCASE LIMIT 1)`
  const names = await db.values<[string]>(sql`
    WITH RECURSIVE names (name) AS (
      SELECT ${next(sql`${last ?? ''}`)}
      UNION ALL SELECT ${next(sql`name`)} FROM names WHERE name IS NOT NULL LIMIT ${NAMES_AT_ONCE}
    ) SELECT name FROM names WHERE name IS NOT NULL`)
  return names.map(([name]) => name)
}
