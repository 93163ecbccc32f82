import { eq, sql } from 'drizzle-orm'
import type { Actor, AuditAction } from '#domain/audit.ts'
import type { Database, Queries } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { auditEntries } from '#src/db/schema.ts'

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

/** Null if missing or not sealed yet. */
export async function readHash(db: Database, id: number): Promise<string | null> {
  const row = await db
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.id, id))
    .get()
  return row?.hash ?? null
}
