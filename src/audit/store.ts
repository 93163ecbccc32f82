import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Actor, AuditAction, AuditEntry } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { auditEntries } from '#src/db/schema.ts'
import type { Page } from '#src/http/paging.ts'
import { foldText } from '#src/lib/fold-text.ts'

/** An actor whose number may be known to the database alone. */
type Author = Omit<Actor, 'userId'> & { userId: number | SQL | null }

/** Text, or SQL such as a column of the rows that an entry is about. */
type Value = string | SQLWrapper | null

export type NewAuditEntry = {
  action: AuditAction | SQL
  subject?: Value
  detail?: Value
  /** One entry for each row of `table` that `where` means, before the change; without a table one, if `where` holds. */
  about?: { table?: SQLiteTable; where: SQL | undefined }
}

/**
 * The query that writes the entry of a change. It stands in one `atomically` with the change and before it, under the
 * same condition: what changes nothing leaves no entry, and a deleted row's name is still there to be written down.
 */
export function insertAudit(
  db: Database,
  by: Author,
  { action, subject = null, detail = null, about }: NewAuditEntry,
  now: Date,
) {
  return db.run(sql`
    INSERT INTO audit_entries (at, user_id, actor, source, action, subject, detail, address)
    SELECT ${now.toISOString()}, ${by.userId}, ${by.name}, ${by.source}, ${action}, ${subject}, ${detail}, ${by.address}
    ${about?.table ? sql`FROM ${about.table}` : sql``} WHERE ${about?.where ?? sql`true`}`)
}

/** The detail of a change that may rename what `column` names: 'was …', or null where the name stays. */
export const formerName = (column: SQLWrapper, name: string): SQL => sql`'was ' || nullif(${column}, ${name})`

/** Writes the entry of an act that changes nothing in the database. */
export async function recordAudit(
  db: Database,
  by: Actor,
  entry: Omit<NewAuditEntry, 'about'>,
  now: Date,
): Promise<void> {
  await insertAudit(db, by, entry, now)
}

type Filter = Page & { action?: AuditAction | undefined; actor?: string | undefined }

/** Newest first; `actor` is part of a name, whatever its case. `total` counts those that the page leaves out too. */
export async function listAudit(
  db: Database,
  { action, actor, limit, offset }: Filter,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const isMeant = and(
    action && eq(auditEntries.action, action),
    actor ? inArray(byName, await findActors(db, actor)) : undefined,
  )
  const [rows, total] = await Promise.all([
    db.select().from(auditEntries).where(isMeant).orderBy(desc(auditEntries.id)).limit(limit).offset(offset),
    db.$count(auditEntries, isMeant),
  ])
  return { rows, total }
}

const byName = sql<string>`${auditEntries.actor} COLLATE NOCASE`

/** The names that hold `text`, whatever its case. Goes from name to name in the index, as there are few. */
async function findActors(db: Database, text: string): Promise<string[]> {
  const next = (after: SQL) => sql`(
    SELECT actor FROM audit_entries WHERE ${after} ORDER BY actor COLLATE NOCASE LIMIT 1)`
  const names = await db.values<[string]>(sql`
    WITH RECURSIVE names (name) AS (
      SELECT ${next(sql`actor IS NOT NULL`)}
      UNION ALL SELECT ${next(sql`actor > name COLLATE NOCASE`)} FROM names WHERE name IS NOT NULL
    ) SELECT name FROM names WHERE name IS NOT NULL`)
  const folded = foldText(text)
  return names.map(([name]) => name).filter((name) => foldText(name).includes(folded))
}

/** The hash of an entry; null when there is no such entry, or not yet a hash. */
export async function readHash(db: Database, id: number): Promise<string | null> {
  const row = await db
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.id, id))
    .get()
  return row?.hash ?? null
}
