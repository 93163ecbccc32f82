import { createHash, randomBytes } from 'node:crypto'
import { and, eq, exists, gt, lte, sql } from 'drizzle-orm'
import { LINK_HOURS, type PasswordLink, type RecentPasskeyCounts } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { passwordLinks, users } from '#src/db/schema.ts'
import { invalid, notFound } from '#src/errors.ts'
import { stillMay } from '#src/sessions/still-may.ts'
import { countsOf, removeRecentPasskeys } from './recent-passkeys.ts'
import { publicUserColumns } from './store.ts'

const LINK_BYTES = 32
const HOUR_MS = 3_600_000

const hashOf = (link: string) => createHash('sha256').update(link).digest('hex')

const isValid = (hash: string, now: Date) =>
  and(eq(passwordLinks.hash, hash), gt(passwordLinks.expiresAt, now.toISOString()))

/**
 * Replaces earlier links. Throws AppError not_found for missing or inactive users, and if `by` is no longer an active
 * super admin.
 */
export async function createPasswordLink(
  db: Database,
  by: Actor,
  userId: number,
  now: Date,
): Promise<PasswordLink> {
  const link = randomBytes(LINK_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_HOURS * HOUR_MS).toISOString()
  const where = and(eq(users.id, userId), eq(users.isActive, true), stillMay(db, by, 'users.write'))
  const row = db
    .select({
      hash: sql`${hashOf(link)}`.as('hash'),
      userId: users.id,
      expiresAt: sql`${expiresAt}`.as('expires_at'),
      madeBy: sql`${by.userId}`.as('made_by'),
    })
    .from(users)
    .where(where)
  const entry = { action: 'password_link_created', subject: users.username } as const
  const [, , created] = await atomically(db, [
    insertAudit(db, by, { ...entry, about: { table: users, where } }, now),
    db
      .delete(passwordLinks)
      .where(
        and(eq(passwordLinks.userId, userId), exists(db.select({ id: users.id }).from(users).where(where))),
      ),
    db.insert(passwordLinks).select(row).returning({ hash: passwordLinks.hash }),
    db.delete(passwordLinks).where(lte(passwordLinks.expiresAt, now.toISOString())),
  ])
  if (created.length === 0) throw notFound('Active user')
  return { path: `/admin/new-password#${link}`, expiresAt }
}

/** Throws AppError invalid for an expired or used link. */
export async function findLinkOwner(db: Database, link: string, now: Date): Promise<User> {
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
export async function setPasswordByLink(
  db: Database,
  { link, address }: { link: string; address: string },
  { id, username }: Pick<User, 'id' | 'username'>,
  passwordHash: string,
  now: Date,
): Promise<RecentPasskeyCounts> {
  const open = db
    .select({ hash: passwordLinks.hash })
    .from(passwordLinks)
    .where(isValid(hashOf(link), now))
  const where = and(eq(users.id, id), eq(users.isActive, true), exists(open))
  const by = { userId: id, name: username, source: 'web', address } as const
  // A trigger ends the user's sessions, tokens and links.
  const entry = { action: 'password_set_by_link', subject: username } as const
  const [, , removed, kept, updated] = await atomically(db, [
    insertAudit(db, by, { ...entry, about: { table: users, where } }, now),
    ...removeRecentPasskeys(db, by, where, now),
    db
      .update(users)
      .set({ passwordHash, mustChangePassword: false })
      .where(where)
      .returning({ id: users.id }),
  ])
  if (updated.length === 0) throw invalidLink()
  return countsOf(removed, kept)
}

const invalidLink = () => invalid('This link has been used or has expired. Please ask for a new one.')
