import { and, eq, exists, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type RecentPasskeyCounts, SESSION_DAYS } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { passkeys, users } from '#src/db/schema.ts'
import { domainOf, hasConfirmedApp, isOptional } from '#src/second-step/requirement.ts'

export const REMOVES_PASSKEYS = `removes passkeys added in the last ${SESSION_DAYS} days, except the oldest one if it is the only required second step; \`removedPasskeys\` and \`keptPasskeys\` count the recent passkeys removed and kept; omitted if zero.`

export const countsOf = (removed: unknown[], kept: unknown[]): RecentPasskeyCounts => ({
  ...(removed.length === 0 ? {} : { removedPasskeys: removed.length }),
  ...(kept.length === 0 ? {} : { keptPasskeys: kept.length }),
})

const SESSION_MS = SESSION_DAYS * 86_400_000

const others = alias(passkeys, 'others')

/**
 * Run before the reset, in its transaction; the last two results are the removed and the kept passkeys. A stolen session may
 * have added a passkey, but only within SESSION_DAYS. The last required second step stays: otherwise, an intercepted link or
 * password would suffice to sign in.
 */
export function removeRecentPasskeys(db: Database, by: Actor, where: SQL | undefined, now: Date) {
  const isOlder = and(
    eq(others.userId, passkeys.userId),
    eq(domainOf(others.rpId), domainOf(passkeys.rpId)),
    lt(others.id, passkeys.id),
  )
  const hasOlder = exists(db.select({ id: others.id }).from(others).where(isOlder))
  const isRecent = and(
    gt(passkeys.createdAt, new Date(now.getTime() - SESSION_MS).toISOString()),
    inArray(passkeys.userId, db.select({ id: users.id }).from(users).where(where)),
  )
  const isRemoved = and(isRecent, isOptional(or(hasConfirmedApp(db, passkeys.userId), hasOlder)))
  const owner = sql`(SELECT username FROM users WHERE id = ${passkeys.userId})`
  const detail = sql`'of ' || ${owner} || ', added on ' || substr(${passkeys.createdAt}, 1, 10)`
  const about = { table: passkeys, where: isRemoved }
  return [
    insertAudit(db, by, { action: 'passkey_removed', subject: passkeys.name, detail, about }, now),
    db.delete(passkeys).where(isRemoved).returning({ id: passkeys.id }),
    db.select({ id: passkeys.id }).from(passkeys).where(isRecent),
  ] as const
}
