import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#domain/audit.ts'
import { may, type Permission } from '#domain/permissions.ts'
import { ROLES, type Role } from '#domain/users.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { personalTokens, sessions, users } from '#src/db/schema.ts'
import { unauthorized } from '#src/errors.ts'

const callers = alias(users, 'callers')

/**
 * For the condition of a write and of its audit entry: another instance may revoke the caller's access after the guard's
 * check. Undefined, which refuses nobody, for callers without an account, such as the command line.
 */
export function stillMay(
  db: Database,
  { userId, signedInWith }: Actor,
  ...permissions: Permission[]
): SQL | undefined {
  if (userId === null) return undefined
  const roles = ROLES.filter((role) => permissions.every((permission) => may(role, permission)))
  return exists(
    db
      .select({ id: callers.id })
      .from(callers)
      .where(
        and(
          eq(callers.id, userId),
          eq(callers.isActive, true),
          inArray(callers.role, roles),
          signedInWith && isSignedIn(db, signedInWith),
        ),
      ),
  )
}

const isSignedIn = (db: Database, by: NonNullable<Actor['signedInWith']>): SQL =>
  'sessionId' in by
    ? exists(db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, by.sessionId)))
    : exists(
        db.select({ id: personalTokens.id }).from(personalTokens).where(eq(personalTokens.id, by.tokenId)),
      )

/** Explains a write that `stillMay` prevented. Throws AppError unauthorized. */
export async function refuseFormerCaller(
  db: Database,
  by: Actor,
  ...permissions: Permission[]
): Promise<void> {
  const [row] = await db.values<[number]>(sql`SELECT ${stillMay(db, by, ...permissions) ?? sql`true`}`)
  if (row?.[0] !== 1) throw unauthorized()
}

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
