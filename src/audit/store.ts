import { lte, sql } from 'drizzle-orm'
import { type Actor, AUDIT_DAYS, type AuditAction } from '#domain/audit.ts'
import type { Database, Queries } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { auditEntries, auditProgress } from '#src/db/schema.ts'

const DAY_MS = 86_400_000

type Entry = { action: AuditAction; subject?: string | null; detail?: string | null }

/** In the transaction of the changes that it records. */
export async function recordAudits(
  db: Queries,
  by: Actor,
  action: AuditAction,
  entries: readonly Omit<Entry, 'action'>[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const rows = JSON.stringify(entries.map(({ subject, detail }) => [subject, detail]))
  await db.run(sql`
    INSERT INTO audit_entries (at, user_id, actor, source, action, subject, detail, address)
    SELECT ${now.toISOString()}, ${by.userId}, ${by.name}, ${by.source}, ${action}, value ->> 0, value ->> 1, ${by.address}
    FROM json_each(${rows}) ORDER BY key`)
}

/** Unlike max(id), it never shrinks. */
export const lastAudit = sql<number>`coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'), 0)`

/** In the transaction of the change, if there is one. */
export async function recordAudit(
  db: Queries,
  by: Actor,
  { action, subject = null, detail = null }: Entry,
  now: Date,
): Promise<void> {
  const { userId, name: actor, source, address } = by
  await queries(db).add.run({
    at: now.toISOString(),
    userId,
    actor,
    source,
    action,
    subject,
    detail,
    address,
  })
}

const queries = prepareOnce((db: Queries) => ({
  add: db
    .insert(auditEntries)
    .values({
      at: sql.placeholder('at'),
      userId: sql.placeholder('userId'),
      actor: sql.placeholder('actor'),
      source: sql.placeholder('source'),
      action: sql.placeholder('action'),
      subject: sql.placeholder('subject'),
      detail: sql.placeholder('detail'),
      address: sql.placeholder('address'),
    })
    .prepare(),
}))

/** 'was …' if the name changes, else null. */
export const wasNamed = (former: string, name: string): string | null =>
  former === name ? null : `was ${former}`

/** Keeps entries that aren't in the server's log yet. Those of a time to come are as old as the entry that follows. */
export async function deleteOldAudit(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - AUDIT_DAYS * DAY_MS).toISOString()
  const firstKept = sql`coalesce(
    (SELECT min(id) FROM audit_entries WHERE at BETWEEN ${oldest} AND ${now.toISOString()}), logged_up_to + 1)`
  await db.erase(async (tx) => {
    // The trigger permits the deletion of entries up to this one only.
    await tx.run(sql`UPDATE audit_progress SET deleted_up_to = max(deleted_up_to, coalesce(
      (SELECT max(id) FROM audit_entries WHERE at < ${oldest} AND id <= logged_up_to AND id < ${firstKept}), 0))`)
    await tx
      .delete(auditEntries)
      .where(lte(auditEntries.id, tx.select({ id: auditProgress.deletedUpTo }).from(auditProgress)))
  })
}
