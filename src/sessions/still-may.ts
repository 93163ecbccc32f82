import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#domain/audit.ts'
import { may, type Permission } from '#domain/permissions.ts'
import { ROLES } from '#domain/users.ts'
import type { Database } from '#src/db/database.ts'
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
