import { and, count, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import type { Contact, ContactInput, ContactStatus } from '#domain/contacts.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { holdsText } from '#src/db/holds-text.ts'
import { preparedFor } from '#src/db/prepared.ts'
import { contacts } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import type { Page } from '#src/http/paging.ts'

/** Keeps a message as new and answers it whole. */
export async function createContact(
  db: Database,
  { name, email, subject, message }: ContactInput,
  now: Date,
): Promise<Contact> {
  return db
    .insert(contacts)
    .values({ name, email, subject, message, status: 'new', createdAt: now.toISOString() })
    .returning()
    .get()
}

type Filter = Page & { status?: ContactStatus | undefined; search?: string | undefined }

/** Newest first; `search` is text that stands anywhere in a message. `total` counts those that the page leaves out too. */
export async function listContacts(
  db: Database,
  { status, search, limit, offset }: Filter,
): Promise<{ rows: Contact[]; total: number }> {
  const searched = [contacts.name, contacts.email, contacts.subject, contacts.message]
  const isMeant = and(
    status && eq(contacts.status, status),
    search ? or(...searched.map((field) => holdsText(field, search))) : undefined,
  )
  const [rows, total] = await Promise.all([
    db.select().from(contacts).where(isMeant).orderBy(desc(contacts.id)).limit(limit).offset(offset),
    db.$count(contacts, isMeant),
  ])
  return { rows, total }
}

/** How many messages nobody has looked at yet. */
export async function countNewContacts(db: Database): Promise<number> {
  const [row] = await queries(db).countNew.all()
  return row?.total ?? 0
}

const queries = preparedFor((db) => ({
  countNew: db.select({ total: count() }).from(contacts).where(eq(contacts.status, 'new')).prepare(),
}))

/** Throws AppError not_found. */
export async function setContactStatus(
  db: Database,
  by: Actor,
  id: number,
  status: ContactStatus,
  now: Date,
): Promise<Contact> {
  const where = eq(contacts.id, id)
  const detail = sql`${contacts.status} || ' → ' || ${status}`
  const about = { table: contacts, where: and(where, ne(contacts.status, status)) }
  const [, [updated]] = await atomically(db, [
    insertAudit(db, by, { action: 'contact_status_changed', subject: `#${id}`, detail, about }, now),
    db.update(contacts).set({ status }).where(where).returning(),
  ])
  if (!updated) throw notFound('Contact')
  return updated
}

/** The sender is deleted with the message: the log names only its number. Throws AppError not_found. */
export async function deleteContact(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  const where = eq(contacts.id, id)
  const about = { table: contacts, where }
  const [, [deleted]] = await atomically(db, [
    insertAudit(db, by, { action: 'contact_deleted', subject: `#${id}`, about }, now),
    db.delete(contacts).where(where).returning({ id: contacts.id }),
  ])
  if (!deleted) throw notFound('Contact')
}
