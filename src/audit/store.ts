import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Actor, AuditAction } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { insertRows } from '#src/db/insert-rows.ts'
import { auditEntries } from '#src/db/schema.ts'

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

type NamedEntries = { action: AuditAction; entries: { subject: string; detail: string }[] }

/** The same for many changes of one kind: the entries in their order. */
export function insertAudits(db: Database, by: Actor, { action, entries }: NamedEntries, now: Date) {
  const { userId, name: actor, source, address } = by
  const all = { at: now.toISOString(), userId, actor, source, address, action }
  const rows = entries.map((entry) => ({ ...all, ...entry }))
  return insertRows(db, auditEntries, rows)
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

/** The hash of an entry; null when there is no such entry, or not yet a hash. */
export async function readHash(db: Database, id: number): Promise<string | null> {
  const row = await db
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.id, id))
    .get()
  return row?.hash ?? null
}
