import { and, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { SESSION_DAYS } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { passkeys, users } from '#src/db/schema.ts'

export const REMOVES_PASSKEYS = `Also removes passkeys added in the last ${SESSION_DAYS} days; \`removedPasskeys\` is how many, absent if none.`

/** For a response. */
export const countOf = (removedPasskeys: number) => (removedPasskeys === 0 ? {} : { removedPasskeys })

const SESSION_MS = SESSION_DAYS * 86_400_000

/**
 * For a transaction in which someone else resets the password of the users that match `where`, before that change: a
 * thief's session may have added a passkey, and has lasted no longer than a session can.
 */
export function removeRecentPasskeys(db: Database, by: Actor, where: SQL | undefined, now: Date) {
  const isRecent = and(
    gt(passkeys.createdAt, new Date(now.getTime() - SESSION_MS).toISOString()),
    inArray(passkeys.userId, db.select({ id: users.id }).from(users).where(where)),
  )
  const owner = sql`(SELECT username FROM users WHERE id = ${passkeys.userId})`
  const detail = sql`'of ' || ${owner} || ', added on ' || substr(${passkeys.createdAt}, 1, 10)`
  const about = { table: passkeys, where: isRecent }
  return [
    insertAudit(db, by, { action: 'passkey_removed', subject: passkeys.name, detail, about }, now),
    db.delete(passkeys).where(isRecent).returning({ id: passkeys.id }),
  ] as const
}
