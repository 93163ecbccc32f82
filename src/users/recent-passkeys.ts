import { asc, eq, inArray, sql } from 'drizzle-orm'
import { type RecentPasskeyCounts, SESSION_DAYS } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import { recordAudits } from '#src/audit/store.ts'
import type { Transaction } from '#src/db/database.ts'
import { passkeys } from '#src/db/schema.ts'
import { domainOf, isAppConfirmed, isSecondStepRequired } from '#src/second-step/requirement.ts'

export const REMOVES_PASSKEYS = `removes passkeys added in the last ${SESSION_DAYS} days, except the oldest one if it is the only required second step; \`removedPasskeys\` and \`keptPasskeys\` count the recent passkeys removed and kept; omitted if zero.`

const SESSION_MS = SESSION_DAYS * 86_400_000

/**
 * A stolen session may have added a passkey, but only within SESSION_DAYS. The last required second step stays: otherwise,
 * an intercepted link or password would suffice to sign in.
 */
export async function removeRecentPasskeys(
  tx: Transaction,
  by: Actor,
  { id: userId, username }: Pick<User, 'id' | 'username'>,
  now: Date,
): Promise<RecentPasskeyCounts> {
  const { id, name, createdAt, rpId } = passkeys
  const [all, isRequired, hasApp] = await Promise.all([
    tx
      .select({ id, name, createdAt, domain: sql<string>`${domainOf(rpId)}` })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(id)),
    isSecondStepRequired(tx),
    isAppConfirmed(tx, userId),
  ])
  const since = new Date(now.getTime() - SESSION_MS).toISOString()
  const isOldest = (passkey: (typeof all)[number]) =>
    all.find(({ domain }) => domain === passkey.domain) === passkey
  const recent = all.filter(({ createdAt }) => createdAt > since)
  const removed = recent.filter((passkey) => !isRequired || hasApp || !isOldest(passkey))
  const ids = removed.map(({ id }) => id)
  await tx.delete(passkeys).where(inArray(id, ids))
  const entries = removed.map(({ name, createdAt }) => ({
    subject: name,
    detail: `of ${username}, added on ${createdAt.slice(0, 10)}`,
  }))
  await recordAudits(tx, by, 'passkey_removed', entries, now)
  const kept = recent.length - removed.length
  return {
    ...(removed.length === 0 ? {} : { removedPasskeys: removed.length }),
    ...(kept === 0 ? {} : { keptPasskeys: kept }),
  }
}
