import { createHash, randomBytes } from 'node:crypto'
import { and, eq, lte, or } from 'drizzle-orm'
import { LINK_HOURS, type PasswordLink, type RecentPasskeyCounts } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database, Queries } from '#src/db/database.ts'
import { expiresWithin } from '#src/db/expires-within.ts'
import { passwordLinks, users } from '#src/db/schema.ts'
import { invalid, notFound } from '#src/errors.ts'
import { changeAs } from '#src/sessions/still-may.ts'
import { removeRecentPasskeys } from './recent-passkeys.ts'
import { findUser, publicUserColumns } from './store.ts'

const LINK_BYTES = 32
const HOUR_MS = 3_600_000

const hashOf = (link: string) => createHash('sha256').update(link).digest('hex')

const isValid = (hash: string, now: Date) =>
  and(eq(passwordLinks.hash, hash), expiresWithin(passwordLinks.expiresAt, LINK_HOURS * HOUR_MS, now))

/**
 * Replaces earlier links. Throws AppError not_found for missing or inactive users, or unauthorized if `by` lost their
 * access meanwhile.
 */
export function createPasswordLink(
  db: Database,
  by: Actor,
  userId: number,
  now: Date,
): Promise<PasswordLink> {
  const link = randomBytes(LINK_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_HOURS * HOUR_MS).toISOString()
  return changeAs(db, by, 'users.write', async (tx) => {
    const user = await findUser(tx, userId)
    if (!user?.isActive) throw notFound('Active user')
    await tx
      .delete(passwordLinks)
      .where(or(eq(passwordLinks.userId, userId), lte(passwordLinks.expiresAt, now.toISOString())))
    await tx.insert(passwordLinks).values({ hash: hashOf(link), userId, expiresAt, madeBy: by.userId })
    await recordAudit(tx, by, { action: 'password_link_created', subject: user.username }, now)
    return { path: `/admin/new-password#${link}`, expiresAt }
  })
}

/** Throws AppError invalid for an expired or used link. */
export async function findLinkOwner(db: Queries, link: string, now: Date): Promise<User> {
  const owner = await db
    .select(publicUserColumns)
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(isValid(hashOf(link), now), eq(users.isActive, true)))
    .get()
  if (!owner) throw invalidLink()
  return owner
}

/** Returns the counts of recent passkeys. Throws AppError invalid if the link was used meanwhile. */
export function setPasswordByLink(
  db: Database,
  { link, address }: { link: string; address: string },
  passwordHash: string,
  now: Date,
): Promise<RecentPasskeyCounts> {
  return db.transaction(async (tx) => {
    const { id, username } = await findLinkOwner(tx, link, now)
    const by = { userId: id, name: username, source: 'web', address } as const
    // A trigger ends the user's sessions, tokens and links.
    await tx.update(users).set({ passwordHash, mustChangePassword: false }).where(eq(users.id, id))
    const recentPasskeys = await removeRecentPasskeys(tx, by, { id, username }, now)
    await recordAudit(tx, by, { action: 'password_set_by_link', subject: username }, now)
    return recentPasskeys
  })
}

const invalidLink = () => invalid('This link has been used or has expired. Please ask for a new one.')
