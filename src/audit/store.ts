import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { AUDIT_DAYS, type AuditAction, type AuditEntry } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { holdsText } from '#src/db/holds-text.ts'
import { auditEntries } from '#src/db/schema.ts'
import type { Page } from '#src/http/paging.ts'

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

type Filter = Page & { action?: AuditAction | undefined; actor?: string | undefined }

/** Newest first; `actor` is part of a name, whatever its case. `total` counts those that the page leaves out too. */
export async function listAudit(
  db: Database,
  { action, actor, limit, offset }: Filter,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const isMeant = and(
    action && eq(auditEntries.action, action),
    actor ? holdsText(auditEntries.actor, actor) : undefined,
  )
  const [rows, total] = await Promise.all([
    db.select().from(auditEntries).where(isMeant).orderBy(desc(auditEntries.id)).limit(limit).offset(offset),
    db.$count(auditEntries, isMeant),
  ])
  return { rows, total }
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
        sql`${auditEntries.actor} = ${username} COLLATE NOCASE`,
        eq(auditEntries.action, 'signed_in'),
        eq(auditEntries.address, address),
      ),
    )
    .limit(1)
    .get()
  return entry !== undefined
}
