import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import type { CONTACT_SORTS, Contact, ContactInput, ContactStatus } from '#domain/contacts.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { contacts } from '#src/db/schema.ts'
import { findIds } from '#src/db/search.ts'
import { notFound } from '#src/errors.ts'
import { insertNotice } from '#src/notices/store.ts'

const HOUR_MS = 3_600_000
const NEW_PER_HOUR = 100
const HELD_PER_DAY = 1_000

/** Stores a message as new; null when the budget of an hour is used up. */
export function createContact(db: Database, input: ContactInput, now: Date): Promise<Contact | null> {
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString()
  const arrived = sql`(SELECT count(*) FROM contacts WHERE created_at > ${hourAgo} AND status <> 'held_back')`
  return insertContact(db, input, { status: 'new', now, where: sql`${arrived} < ${NEW_PER_HOUR}` })
}

/**
 * Stores a message as held back, the `number`th one of its network; null when no more are taken of it today. The more
 * are held back, the fewer of one network: its second only up to half of the day's budget, its third up to a third. So
 * it takes hundreds of networks to use up the budget.
 */
export function holdContact(
  db: Database,
  input: ContactInput,
  number: number,
  now: Date,
): Promise<Contact | null> {
  const dayAgo = new Date(now.getTime() - 24 * HOUR_MS).toISOString()
  const held = sql`(SELECT count(*) FROM contacts WHERE created_at > ${dayAgo} AND status = 'held_back')`
  return insertContact(db, input, {
    status: 'held_back',
    now,
    where: sql`${held} * ${number} < ${HELD_PER_DAY}`,
  })
}

/** One statement, so that messages at the same moment can't exceed a budget together. */
async function insertContact(
  db: Database,
  { name, email, subject, message }: ContactInput,
  { status, now, where }: { status: ContactStatus; now: Date; where: SQL },
): Promise<Contact | null> {
  const row = db
    .select({
      id: sql`NULL`.as('id'),
      name: sql`${name}`.as('name'),
      email: sql`${email}`.as('email'),
      subject: sql`${subject}`.as('subject'),
      message: sql`${message}`.as('message'),
      status: sql`${status}`.as('status'),
      createdAt: sql`${now.toISOString()}`.as('created_at'),
    })
    .from(sql`(SELECT 1)`)
    .where(where)
  const [[inserted]] = await atomically(db, [
    db.insert(contacts).select(row).returning(),
    // Messages that are held back are not worth telling of: most are advertisements.
    insertNotice(
      db,
      { kind: 'new_message', about: { where: sql`changes() > 0 AND ${status} = 'new'` } },
      now,
    ),
  ])
  return inserted ?? null
}

type Filter = KeysetPage<(typeof CONTACT_SORTS)[number]> & {
  status?: ContactStatus | undefined
  /** A status to leave out. */
  except?: ContactStatus | undefined
  search?: string | undefined
}

/** Whatever the case of A to Z. */
const name = sql`${contacts.name} COLLATE NOCASE`

/** `search` matches any part of a message. `total` counts all matches, not only this page. */
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

/** Throws AppError not_found. */
export async function findContact(db: Database, id: number): Promise<Contact> {
  const contact = await db.select().from(contacts).where(eq(contacts.id, id)).get()
  if (!contact) throw notFound('Contact')
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
  if (!updated) throw notFound('Contact')
  return updated
}

/** In one transaction, with an audit entry for each message that changes. Answers those that there are. */
export async function setContactStatuses(
  db: Database,
  by: Actor,
  ids: number[],
  status: ContactStatus,
  now: Date,
): Promise<Contact[]> {
  const where = inArray(contacts.id, ids)
  const detail = sql`${contacts.status} || ' → ' || ${status}`
  const about = { table: contacts, where: and(where, ne(contacts.status, status)) }
  const [, updated] = await atomically(db, [
    insertAudit(db, by, { action: 'contact_status_changed', subject, detail, about }, now),
    db.update(contacts).set({ status }).where(where).returning(),
  ])
  return updated
}

/** The sender is deleted with the message: the log names only its number. Throws AppError not_found. */
export async function deleteContact(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  const deleted = await deleteContacts(db, by, [id], now)
  if (deleted === 0) throw notFound('Contact')
}

/** In one transaction, with an audit entry for each. Answers how many there were. */
export async function deleteContacts(db: Database, by: Actor, ids: number[], now: Date): Promise<number> {
  const where = inArray(contacts.id, ids)
  const about = { table: contacts, where }
  const [, deleted] = await atomically(db, [
    insertAudit(db, by, { action: 'contact_deleted', subject, about }, now),
    db.delete(contacts).where(where).returning({ id: contacts.id }),
  ])
  return deleted.length
}

const subject = sql`'#' || ${contacts.id}`
