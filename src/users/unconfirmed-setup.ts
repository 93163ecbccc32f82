import { eq, like, type SQLWrapper, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { recordAudits } from '#src/audit/store.ts'
import type { Database, Queries } from '#src/db/database.ts'
import { serverFacts, users } from '#src/db/schema.ts'
import { conflict } from '#src/errors.ts'
import { changeAs } from '#src/sessions/still-may.ts'

/** Followed by the administrator's id. */
const FACT = 'setup_without_code:'

const factOf = (id: SQLWrapper) => sql<string>`${FACT} || ${id}`

/** Part of the transaction that creates the first administrator. */
export async function noteUnconfirmed(tx: Queries, id: number, now: Date): Promise<void> {
  await tx.insert(serverFacts).values({ name: `${FACT}${id}`, notedAt: now.toISOString() })
}

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
export function confirmSetup(db: Database, by: Actor, now: Date): Promise<void> {
  const isNoted =
    by.userId === null ? like(serverFacts.name, `${FACT}%`) : eq(serverFacts.name, `${FACT}${by.userId}`)
  return changeAs(db, by, 'read', async (tx) => {
    const noted = await tx
      .select({ name: serverFacts.name, subject: users.username })
      .from(serverFacts)
      .leftJoin(users, eq(serverFacts.name, factOf(users.id)))
      .where(isNoted)
    if (noted.length === 0) throw conflict('There is no setup for you to confirm')
    await tx.delete(serverFacts).where(isNoted)
    await recordAudits(
      tx,
      by,
      'setup_confirmed',
      noted.map(({ subject }) => ({ subject })),
      now,
    )
  })
}
