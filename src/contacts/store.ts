import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import type { CONTACT_SORTS, Contact, ContactInput, ContactStatus } from '#domain/contacts.ts'
import { recordAudits } from '#src/audit/store.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { contacts } from '#src/db/schema.ts'
import { findIds } from '#src/db/search.ts'
import { notFound } from '#src/errors.ts'
import { recordNotice } from '#src/notices/store.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'

const HOUR_MS = 3_600_000

const hoursAgo = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()

/** Messages that count toward the budgets, without those of a clock that was ahead. */
export async function readUsed(
  tx: Transaction,
  now: Date,
): Promise<{ newInHour: number; heldInDay: number }> {
  const [[newInHour, heldInDay] = [0, 0]] = await tx.values<[number, number]>(sql`
    SELECT (SELECT count(*) FROM contacts WHERE created_at > ${hoursAgo(now, 1)} AND created_at < ${hoursAgo(now, -1)} AND status <> 'held_back'),
      (SELECT count(*) FROM contacts WHERE created_at > ${hoursAgo(now, 24)} AND created_at < ${hoursAgo(now, -1)} AND status = 'held_back')`)
  return { newInHour, heldInDay }
}

/** Held-back messages trigger no notice: most are spam. */
export async function insertContact(
  tx: Transaction,
  { name, email, subject, message }: ContactInput,
  status: ContactStatus,
  now: Date,
): Promise<Contact> {
  const inserted = await tx
    .insert(contacts)
    .values({ name, email, subject, message, status, createdAt: now.toISOString() })
    .returning()
    .get()
  if (status === 'new') await recordNotice(tx, { kind: 'new_message' }, now)
  return inserted
}

type Filter = KeysetPage<(typeof CONTACT_SORTS)[number]> & {
  status?: ContactStatus | undefined
  except?: ContactStatus | undefined
  search?: string | undefined
}

const name = sql`${contacts.name} COLLATE NOCASE`

/** `search` matches anywhere in a message. `total` counts all matches, not only this page. */
export async function listContacts(
  db: Database,
  { status, except, search, ...page }: Filter,
  signal?: AbortSignal,
) {
  const where = and(status && eq(contacts.status, status), except && ne(contacts.status, except))
  return readPage(page, {
    id: contacts.id,
    sorts: { createdAt: contacts.id, name, status: contacts.status },
    where,
    found: search ? await findIds(db, 'contacts', search, where, signal) : null,
    count: (where) => db.$count(contacts, where),
    read: ({ where, orderBy, limit, offset }) =>
      db
        .select()
        .from(contacts)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset),
  })
}

export async function findContact(db: Database, id: number): Promise<Contact> {
  const contact = await db.select().from(contacts).where(eq(contacts.id, id)).get()
  if (!contact) throw notFound('Message')
  return contact
}

/** Throws AppError not_found. */
export async function setContactStatus(
  db: Database,
  by: Actor,
  id: number,
  status: ContactStatus,
  now: Date,
): Promise<Contact> {
  const [updated] = await setContactStatuses(db, by, [id], status, now)
  if (!updated) throw notFound('Message')
  return updated
}

/** One transaction with an audit entry per change. Returns the messages that exist. */
export function setContactStatuses(
  db: Database,
  by: Actor,
  ids: number[],
  status: ContactStatus,
  now: Date,
): Promise<Contact[]> {
  return changeAs(db, by, 'contacts.update', async (tx) => {
    const found = await tx.select().from(contacts).where(inArray(contacts.id, ids))
    const changed = found.filter((contact) => contact.status !== status)
    await tx.update(contacts).set({ status }).where(inArray(contacts.id, ids))
    const entries = changed.map((contact) => ({
      subject: subjectOf(contact),
      detail: `${contact.status} → ${status}`,
    }))
    await recordAudits(tx, by, 'contact_status_changed', entries, now)
    return found.map((contact) => ({ ...contact, status }))
  })
}

/** The audit entry contains only the id, so that nothing about the sender remains. Throws AppError not_found. */
export async function deleteContact(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  const deleted = await deleteContacts(db, by, [id], now)
  if (deleted === 0) throw notFound('Message')
}

/** One transaction, with one audit entry per row. Returns how many existed. */
export function deleteContacts(db: Database, by: Actor, ids: number[], now: Date): Promise<number> {
  return eraseAs(db, by, 'contacts.delete', async (tx) => {
    const deleted = await tx.delete(contacts).where(inArray(contacts.id, ids)).returning({ id: contacts.id })
    const entries = deleted.map((row) => ({ subject: subjectOf(row) }))
    await recordAudits(tx, by, 'contact_deleted', entries, now)
    return deleted.length
  })
}

const subjectOf = ({ id }: { id: number }) => `#${id}`
