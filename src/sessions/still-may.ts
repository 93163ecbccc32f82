import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { may, type Permission } from '#domain/permissions.ts'
import type { Role } from '#domain/users.ts'
import type { Database, Transaction } from '#src/db/database.ts'
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
): Promise<Result> => db.transaction((tx) => authorized(tx, by, [permission].flat(), work))

/** For deletions: also removes the rows from the write-ahead log. */
export const eraseAs = <Result>(
  db: Database,
  by: Actor,
  permission: Permission,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => db.erase((tx) => authorized(tx, by, [permission], work))

/** Both at once, to save a round trip to a server. */
async function authorized<Result>(
  tx: Transaction,
  by: Actor,
  permissions: readonly Permission[],
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const [allowed, done] = await Promise.allSettled([authorize(tx, by, permissions), work(tx)])
  if (allowed.status === 'rejected') throw allowed.reason
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/** `then` sends the statement at once, before those of the change, which may end the caller's own session. */
function authorize(tx: Transaction, by: Actor, permissions: readonly Permission[]): Promise<void> {
  if (by.userId === null) return Promise.resolve()
  return tx.values<[role: Role]>(callerOf(by)).then(([caller]) => {
    const [role] = caller ?? []
    if (!role || !permissions.every((permission) => may(role, permission))) throw unauthorized()
  })
}

function callerOf({ userId, signedInWith }: Actor): SQL {
  const isActive = sql`SELECT role FROM users WHERE id = ${userId} AND is_active`
  if (!signedInWith) return isActive
  return 'sessionId' in signedInWith
    ? sql`${isActive} AND EXISTS (SELECT 1 FROM sessions WHERE id = ${signedInWith.sessionId})`
    : sql`${isActive} AND EXISTS (SELECT 1 FROM personal_tokens WHERE id = ${signedInWith.tokenId})`
}
