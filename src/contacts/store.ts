import type { Contact, ContactInput } from '#domain/contacts.ts'
import type { Database } from '#src/db/database.ts'
import { contacts } from '#src/db/schema.ts'

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
