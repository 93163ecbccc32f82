import { and, asc, gt, type SQL, sql } from 'drizzle-orm'
import { type Actor, type AuditAction, DAILY_SCHEDULE } from '#domain/audit.ts'
import type { Contact } from '#domain/contacts.ts'
import { insertAudit, recordAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { contacts } from '#src/db/schema.ts'
import { breathe } from '#src/lib/breathe.ts'

const DAY_MS = 86_400_000

/** So many are read or deleted at a time; it takes some milliseconds. */
const AT_ONCE = 200

/** Addresses are stored as they were typed. */
const isOf = (email: string) => sql`${contacts.email} = ${email} COLLATE NOCASE`

export const countContactsOf = (db: Database, email: string): Promise<number> =>
  db.$count(contacts, isOf(email))

/** Everything that came from an address, oldest first. The log names neither the address nor the messages. */
export async function exportContacts(db: Database, by: Actor, email: string, now: Date): Promise<Contact[]> {
  const found: Contact[] = []
  for (let last = 0; ; await breathe()) {
    const some = await db
      .select()
      .from(contacts)
      .where(and(isOf(email), gt(contacts.id, last)))
      .orderBy(asc(contacts.id))
      .limit(AT_ONCE)
    found.push(...some)
    if (some.length < AT_ONCE) break
    last = some.at(-1)?.id ?? last
  }
  await recordAudit(db, by, { action: 'contacts_exported', subject: messages(found.length) }, now)
  return found
}

/** Deletes everything that came from an address, and answers how much that was. */
export const eraseContacts = (db: Database, by: Actor, email: string, now: Date): Promise<number> =>
  deleteInSlices(db, by, { action: 'contacts_erased', isMeant: isOf(email), detail: null }, now)

/** Deletes messages that are older than `days`; none without a number. */
export async function deleteOldContacts(db: Database, days: number | undefined, now: Date): Promise<void> {
  if (days === undefined) return
  const oldest = new Date(now.getTime() - days * DAY_MS).toISOString()
  const isMeant = sql`${contacts.createdAt} < ${oldest}`
  const detail = `Older than ${days === 1 ? '1 day' : `${days} days`}`
  await deleteInSlices(db, DAILY_SCHEDULE, { action: 'contacts_expired', isMeant, detail }, now)
}

type Deletion = { action: AuditAction; isMeant: SQL; detail: string | null }

/** Each slice is a transaction with an audit entry that counts it: a large deletion has several entries. */
async function deleteInSlices(
  db: Database,
  by: Actor,
  { action, isMeant, detail }: Deletion,
  now: Date,
): Promise<number> {
  const slice = sql`(SELECT id FROM contacts WHERE ${isMeant} ORDER BY id LIMIT ${AT_ONCE})`
  const count = sql`(SELECT count(*) FROM ${slice})`
  const subject = sql`${count} || iif(${count} = 1, ' message', ' messages')`
  let total = 0
  for (;;) {
    const [, deleted] = await atomically(db, [
      insertAudit(db, by, { action, subject, detail, about: { where: sql`${count} > 0` } }, now),
      db.delete(contacts).where(sql`${contacts.id} IN ${slice}`).returning({ id: contacts.id }),
    ])
    total += deleted.length
    if (deleted.length < AT_ONCE) return total
    await breathe()
  }
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)
