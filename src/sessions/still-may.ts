import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { may, type Permission } from '#domain/permissions.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { users } from '#src/db/schema.ts'
import { unauthorized } from '#src/errors.ts'

/**
 * A transaction that rolls back if `by` has lost their access, perhaps on another instance, since the guard's check.
 * Callers without an account, such as the command line, need none. Throws AppError unauthorized.
 */
export const changeAs = <Result>(
  db: Database,
  by: Actor,
  permission: Permission | readonly Permission[],
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    await authorize(tx, by, [permission].flat())
    return work(tx)
  })

/** For deletions: also removes the rows from the write-ahead log. */
export const eraseAs = <Result>(
  db: Database,
  by: Actor,
  permission: Permission,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  db.erase(async (tx) => {
    await authorize(tx, by, [permission])
    return work(tx)
  })

/** Before the change, which may end the caller's own session. */
async function authorize(tx: Transaction, by: Actor, permissions: readonly Permission[]): Promise<void> {
  if (by.userId === null) return
  const caller = await findCaller(tx, by)
  const isAllowed = caller && permissions.every((permission) => may(caller.role, permission))
  if (!isAllowed) throw unauthorized()
}

function findCaller(tx: Transaction, { userId, signedInWith }: Actor) {
  const { byUser, bySession, byToken } = queries(tx)
  if (!signedInWith) return byUser.get({ userId })
  return 'sessionId' in signedInWith
    ? bySession.get({ userId, id: signedInWith.sessionId })
    : byToken.get({ userId, id: signedInWith.tokenId })
}

const queries = prepareOnce((tx: Transaction) => {
  const id = sql.placeholder('id')
  const caller = (condition?: SQL) =>
    tx
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.id, sql.placeholder('userId')), eq(users.isActive, true), condition))
      .prepare()
  return {
    byUser: caller(),
    bySession: caller(sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${id})`),
    byToken: caller(sql`EXISTS (SELECT 1 FROM personal_tokens WHERE id = ${id})`),
  }
})
