import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { AuditAction, AuditEntry } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { auditEntries } from '#src/db/schema.ts'
import type { Page } from '#src/http/paging.ts'
import { breathe } from '#src/lib/breathe.ts'
import { foldText } from '#src/lib/fold-text.ts'

export type AuditFilter = {
  action?: AuditAction | undefined
  /** Part of a name, whatever its case. */
  actor?: string | undefined
}

/** Entries that are looked at in one turn of the event loop: a few milliseconds. */
const LOOKED_AT_ONCE = 20_000
const READ_AT_ONCE = 2_000
const NAMES_AT_ONCE = 500

/** Newest first. `total` counts those that the page leaves out too. */
export async function listAudit(
  db: Database,
  { limit, offset, ...filter }: AuditFilter & Page,
  signal?: AbortSignal,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const rows: AuditEntry[] = []
  let total = 0
  for await (const isMeant of slicesOf(db, filter, LOOKED_AT_ONCE, signal)) {
    const count = await db.$count(auditEntries, isMeant)
    const skipped = Math.max(offset - total, 0)
    if (rows.length < limit && skipped < count) {
      const some = await newest(db, isMeant)
        .limit(limit - rows.length)
        .offset(skipped)
      rows.push(...some)
    }
    total += count
  }
  return { rows, total }
}

/** The newest `most` entries, some at a time. */
export async function* eachAuditEntry(
  db: Database,
  filter: AuditFilter,
  most: number,
  signal?: AbortSignal,
): AsyncGenerator<AuditEntry[]> {
  let left = most
  for await (const isMeant of slicesOf(db, filter, READ_AT_ONCE, signal)) {
    const rows = await newest(db, isMeant).limit(left)
    if (rows.length > 0) yield rows
    left -= rows.length
    if (left === 0) return
  }
}

const newest = (db: Database, isMeant: SQL | undefined) =>
  db.select().from(auditEntries).where(isMeant).orderBy(desc(auditEntries.id)).$dynamic()

/** The condition of a filter for `size` ids after the other, from the newest on, each in a turn of its own. */
async function* slicesOf(
  db: Database,
  { action, actor }: AuditFilter,
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
  for (let end = last; end >= first; end -= size) {
    await breathe(signal)
    yield and(gt(auditEntries.id, end - size), lte(auditEntries.id, end), isMeant)
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
