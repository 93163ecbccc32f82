import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { secrets } from '#src/db/schema.ts'

export const SIGNING_KEY = 'signing-key'

const SECRET_BYTES = 32

/** Shared by all instances; `make` creates it on first use. */
export async function getOrCreateSecret(
  db: KeyedDatabase,
  name: string,
  make = randomSecret,
): Promise<string> {
  const known = await findSecret(db, name)
  if (known !== null) return known
  const value = db.keys.seal(make(), ['secrets', name])
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const stored = await findSecret(db, name)
  if (stored === null) throw new Error('the secret was not stored')
  return stored
}

const randomSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

async function findSecret(db: KeyedDatabase, name: string): Promise<string | null> {
  const row = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name)).get()
  return row ? db.keys.open(row.value, ['secrets', name]) : null
}

export async function deleteSecret(db: Database, name: string): Promise<void> {
  await db.delete(secrets).where(eq(secrets.name, name))
}
