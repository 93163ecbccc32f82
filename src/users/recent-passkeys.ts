import { and, eq, exists, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { SESSION_DAYS } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { passkeys, users } from '#src/db/schema.ts'
import { domainOf, hasConfirmedApp, isOptional } from '#src/second-step/requirement.ts'

export const REMOVES_PASSKEYS = `removes passkeys added in the last ${SESSION_DAYS} days, except the oldest one if it is the only required second step; \`removedPasskeys\` is the count, omitted if none.`

export const countOf = (removedPasskeys: number) => (removedPasskeys === 0 ? {} : { removedPasskeys })

const SESSION_MS = SESSION_DAYS * 86_400_000

const others = alias(passkeys, 'others')

/**
 * Run before the reset, in its transaction. A stolen session may have added a passkey, but only within SESSION_DAYS.
 * The last required second step stays: otherwise, an intercepted link or password would suffice to sign in.
 */
export function removeRecentPasskeys(db: Database, by: Actor, where: SQL | undefined, now: Date) {
  const isOlder = and(
    eq(others.userId, passkeys.userId),
    eq(domainOf(others.rpId), domainOf(passkeys.rpId)),
    lt(others.id, passkeys.id),
  )
  const hasOlder = exists(db.select({ id: others.id }).from(others).where(isOlder))
  const isRemoved = and(
    gt(passkeys.createdAt, new Date(now.getTime() - SESSION_MS).toISOString()),
    inArray(passkeys.userId, db.select({ id: users.id }).from(users).where(where)),
    isOptional(or(hasConfirmedApp(db, passkeys.userId), hasOlder)),
  )
  const owner = sql`(SELECT username FROM users WHERE id = ${passkeys.userId})`
  const detail = sql`'of ' || ${owner} || ', added on ' || substr(${passkeys.createdAt}, 1, 10)`
  const about = { table: passkeys, where: isRemoved }
  return [
    insertAudit(db, by, { action: 'passkey_removed', subject: passkeys.name, detail, about }, now),
    db.delete(passkeys).where(isRemoved).returning({ id: passkeys.id }),
  ] as const
}
