import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import {
  type CreatedToken,
  MOST_TOKENS,
  type NewToken,
  type PersonalToken,
  TOKEN_PREFIX,
} from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { Permission } from '#domain/permissions.ts'
import type { User } from '#domain/users.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { personalTokens, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { shownUser } from '#src/users/store.ts'

const TOKEN_BYTES = 32
const DAY_MS = 86_400_000

/** Not each call is worth a write. */
const TOUCH_MS = 60_000

export const isPersonalToken = (token: string) => token.startsWith(TOKEN_PREFIX)

/** The random part has as many bits as the hash, so a salt or a slow hash would add nothing. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const { id, name, permissions, createdAt, expiresAt, lastUsedAt } = personalTokens
const shown = { id, name, permissions, createdAt, expiresAt, lastUsedAt }

/** `isStale`: the last use was written down so long ago that this one is worth noting. */
type FoundToken = { id: number; user: User; name: string; permissions: Permission[]; isStale: boolean }

/** The user of a token that holds, while active, and what it may do; null for any other. */
export async function findPersonalToken(db: Database, token: string, now: Date): Promise<FoundToken | null> {
  const found = await db
    .select({ id, user: shownUser, name, permissions, lastUsedAt })
    .from(personalTokens)
    .innerJoin(users, eq(users.id, personalTokens.userId))
    .where(
      and(eq(personalTokens.hash, hashOf(token)), gt(expiresAt, now.toISOString()), eq(users.isActive, true)),
    )
    .get()
  if (!found) return null
  const { lastUsedAt: usedAt, ...known } = found
  return { ...known, isStale: usedAt === null || usedAt < staleBefore(now) }
}

/** Notes that a token was used just now. */
export async function touchPersonalToken(db: Database, tokenId: number, now: Date): Promise<void> {
  await db
    .update(personalTokens)
    .set({ lastUsedAt: now.toISOString() })
    .where(and(eq(id, tokenId), or(isNull(lastUsedAt), lt(lastUsedAt, staleBefore(now)))))
}

const staleBefore = (now: Date) => new Date(now.getTime() - TOUCH_MS).toISOString()

/** The tokens of a user that hold, the newest first. */
export async function listPersonalTokens(db: Database, userId: number, now: Date): Promise<PersonalToken[]> {
  return db
    .select(shown)
    .from(personalTokens)
    .where(and(eq(personalTokens.userId, userId), gt(expiresAt, now.toISOString())))
    .orderBy(desc(id))
}

/** Throws AppError conflict when the user has many already. */
export async function createPersonalToken(
  db: Database,
  by: Actor & { userId: number },
  { name, permissions, days }: NewToken,
  now: Date,
): Promise<CreatedToken> {
  const at = now.toISOString()
  const ofUser = eq(personalTokens.userId, by.userId)
  if ((await db.$count(personalTokens, and(ofUser, gt(expiresAt, at)))) >= MOST_TOKENS) {
    throw conflict(`You have ${MOST_TOKENS} tokens. Please delete one first.`)
  }
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  const row = {
    userId: by.userId,
    name,
    permissions: [...new Set(permissions)],
    hash: hashOf(token),
    createdAt: at,
    expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
  }
  const detail = row.permissions.join(', ') || 'read'
  const [, , [created]] = await atomically(db, [
    insertAudit(db, by, { action: 'token_created', subject: name, detail }, now),
    db.delete(personalTokens).where(and(ofUser, lte(expiresAt, at))),
    db.insert(personalTokens).values(row).returning(shown),
  ])
  if (!created) throw new Error('the database did not answer the inserted token')
  return { ...created, token }
}

/** Ends a token of this user at once. Throws AppError not_found. */
export async function deletePersonalToken(
  db: Database,
  by: Actor,
  { userId, tokenId }: { userId: number; tokenId: number },
  now: Date,
): Promise<void> {
  const where = and(eq(id, tokenId), eq(personalTokens.userId, userId))
  const about = { table: personalTokens, where }
  const [, deleted] = await atomically(db, [
    insertAudit(db, by, { action: 'token_deleted', subject: name, about }, now),
    db.delete(personalTokens).where(where).returning({ id }),
  ])
  if (deleted.length === 0) throw notFound('Token')
}
