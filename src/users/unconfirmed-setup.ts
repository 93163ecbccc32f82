import { and, eq, like, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { serverFacts, users } from '#src/db/schema.ts'
import { conflict } from '#src/errors.ts'
import { refuseFormerCaller, stillMay } from '#src/sessions/still-may.ts'

/** Followed by the administrator's id. */
const FACT = 'setup_without_code:'

const factOf = (id: SQLWrapper | number) => sql<string>`${FACT} || ${id}`

/** Part of the transaction that creates the first administrator, with its condition. */
export const noteUnconfirmed = (db: Database, id: SQLWrapper | number, where: SQL, now: Date) =>
  db.insert(serverFacts).select(sql`SELECT ${factOf(id)}, ${now.toISOString()} WHERE ${where}`)

/** The administrator who was created without the setup code; null once confirmed or deleted. */
export async function findUnconfirmed(db: Database) {
  const found = await db
    .select({ id: users.id, username: users.username, createdAt: users.createdAt })
    .from(users)
    .innerJoin(serverFacts, eq(serverFacts.name, factOf(users.id)))
    .get()
  return found ?? null
}

/**
 * Only that administrator and the command line can do this. Throws AppError conflict if there is nothing to confirm, or
 * unauthorized if `by` lost their access meanwhile.
 */
export async function confirmSetup(db: Database, by: Actor, now: Date): Promise<void> {
  const isNoted =
    by.userId === null ? like(serverFacts.name, `${FACT}%`) : eq(serverFacts.name, factOf(by.userId))
  const where = and(isNoted, stillMay(db, by, 'read'))
  const subject = sql`(SELECT username FROM users WHERE ${factOf(users.id)} = ${serverFacts.name})`
  const [, confirmed] = await atomically(db, [
    insertAudit(db, by, { action: 'setup_confirmed', subject, about: { table: serverFacts, where } }, now),
    db.delete(serverFacts).where(where).returning({ name: serverFacts.name }),
  ])
  if (confirmed.length > 0) return
  await refuseFormerCaller(db, by, 'read')
  throw conflict('There is no setup for you to confirm')
}
