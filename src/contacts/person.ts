import { and, asc, gt, type SQL, sql } from 'drizzle-orm'
import { type Actor, type AuditAction, DAILY_SCHEDULE } from '#domain/audit.ts'
import type { Contact } from '#domain/contacts.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { contacts } from '#src/db/schema.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { eraseAs } from '#src/sessions/still-may.ts'

const DAY_MS = 86_400_000

/** A few milliseconds per event-loop turn. */
const BATCH_SIZE = 200

/** Stored as typed, so compare case-insensitively. */
const isFrom = (email: string) => sql`${contacts.email} = ${email} COLLATE NOCASE`

export const countContactsOf = (db: Database, email: string): Promise<number> =>
  db.$count(contacts, isFrom(email))

/** Oldest first. The audit log records neither the address nor the messages. */
export async function exportContacts(db: Database, by: Actor, email: string, now: Date): Promise<Contact[]> {
  const found: Contact[] = []
  for (let last = 0; ; await yieldToEventLoop()) {
    const some = await db
      .select()
      .from(contacts)
      .where(and(isFrom(email), gt(contacts.id, last)))
      .orderBy(asc(contacts.id))
      .limit(BATCH_SIZE)
    found.push(...some)
    if (some.length < BATCH_SIZE) break
    last = some.at(-1)?.id ?? last
  }
  await recordAudit(db, by, { action: 'contacts_exported', subject: messages(found.length) }, now)
  return found
}

/** Returns the number of deleted messages. */
export const eraseContacts = (db: Database, by: Actor, email: string, now: Date): Promise<number> =>
  deleteInSlices(db, by, { action: 'contacts_erased', matches: isFrom(email), detail: null }, now)

export async function deleteOldContacts(db: Database, days: number | undefined, now: Date): Promise<void> {
  if (days === undefined) return
  const oldest = new Date(now.getTime() - days * DAY_MS).toISOString()
  const matches = sql`${contacts.createdAt} < ${oldest}`
  const detail = `Older than ${days === 1 ? '1 day' : `${days} days`}`
  await deleteInSlices(db, DAILY_SCHEDULE, { action: 'contacts_expired', matches, detail }, now)
}

type Deletion = { action: AuditAction; matches: SQL; detail: string | null }

/** One transaction and audit entry per slice. */
async function deleteInSlices(
  db: Database,
  by: Actor,
  { action, matches, detail }: Deletion,
  now: Date,
): Promise<number> {
  const slice = sql`(SELECT id FROM contacts WHERE ${matches} ORDER BY id LIMIT ${BATCH_SIZE})`
  let total = 0
  for (;;) {
    const deleted = await eraseAs(db, by, 'contacts.delete', async (tx) => {
      const rows = await tx
        .delete(contacts)
        .where(sql`${contacts.id} IN ${slice}`)
        .returning({ id: contacts.id })
      if (rows.length > 0) await recordAudit(tx, by, { action, subject: messages(rows.length), detail }, now)
      return rows.length
    })
    total += deleted
    if (deleted < BATCH_SIZE) return total
    await yieldToEventLoop()
  }
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)
