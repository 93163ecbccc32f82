import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { AUDIT_DAYS, type AuditAction, type AuditEntry } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { auditEntries } from '#src/db/schema.ts'

export type NewAuditEntry = {
  actor: string | null
  action: AuditAction
  subject?: string | null
  detail?: string | null
  address: string | null
}

const DAY_MS = 86_400_000

export async function recordAudit(db: Database, entry: NewAuditEntry, now: Date): Promise<void> {
  await db.insert(auditEntries).values({ ...entry, at: now.toISOString() })
}

type Filter = { action?: AuditAction | undefined; before?: number | undefined; limit: number }

/** Newest first; `before` is the id that a page ends above. */
export function listAudit(db: Database, { action, before, limit }: Filter): Promise<AuditEntry[]> {
  const conditions: (SQL | undefined)[] = [
    action && eq(auditEntries.action, action),
    before === undefined ? undefined : lt(auditEntries.id, before),
  ]
  return db
    .select()
    .from(auditEntries)
    .where(and(...conditions))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}

/** Forgets what is older than the log keeps. */
export async function deleteOldAudit(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - AUDIT_DAYS * DAY_MS).toISOString()
  await db.delete(auditEntries).where(lt(auditEntries.at, oldest))
}

/** Whether that user has signed in from that address within what the log remembers. */
export async function hasSignedInFrom(db: Database, username: string, address: string): Promise<boolean> {
  const entry = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(sql`lower(${auditEntries.actor})`, username.toLowerCase()),
        eq(auditEntries.action, 'signed_in'),
        eq(auditEntries.address, address),
      ),
    )
    .limit(1)
    .get()
  return entry !== undefined
}
