import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import {
  type CreatedToken,
  type NewToken,
  type PersonalToken,
  TOKEN_PREFIX,
  TOKENS_MAX,
} from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { Permission } from '#domain/permissions.ts'
import type { User } from '#domain/users.ts'
import { insertAudit, lastAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { personalTokens, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { publicUserColumns } from '#src/users/store.ts'

const TOKEN_BYTES = 32
const DAY_MS = 86_400_000

/** Avoids a write per call. */
const TOUCH_MS = 60_000

export const isPersonalToken = (token: string) => token.startsWith(TOKEN_PREFIX)

/** A random token has as much entropy as the hash, so salt or a slow hash would add nothing. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const { id, name, permissions, createdAt, expiresAt, lastUsedAt } = personalTokens
const shown = { id, name, permissions, createdAt, expiresAt, lastUsedAt }

type FoundToken = {
  id: number
  user: User
  name: string
  permissions: Permission[]
  needsTouch: boolean
  lastAudit: number
}

export async function findPersonalToken(db: Database, token: string, now: Date): Promise<FoundToken | null> {
  const found = await db
    .select({ id, user: publicUserColumns, name, permissions, lastUsedAt, lastAudit })
    .from(personalTokens)
    .innerJoin(users, eq(users.id, personalTokens.userId))
    .where(
      and(eq(personalTokens.hash, hashOf(token)), gt(expiresAt, now.toISOString()), eq(users.isActive, true)),
    )
    .get()
  if (!found) return null
  const { lastUsedAt: usedAt, ...known } = found
  return { ...known, needsTouch: usedAt === null || usedAt < staleBefore(now) }
}

export async function touchPersonalToken(db: Database, tokenId: number, now: Date): Promise<void> {
  await db
    .update(personalTokens)
    .set({ lastUsedAt: now.toISOString() })
    .where(and(eq(id, tokenId), or(isNull(lastUsedAt), lt(lastUsedAt, staleBefore(now)))))
}

const staleBefore = (now: Date) => new Date(now.getTime() - TOUCH_MS).toISOString()

export async function listPersonalTokens(db: Database, userId: number, now: Date): Promise<PersonalToken[]> {
  return db
    .select(shown)
    .from(personalTokens)
    .where(and(eq(personalTokens.userId, userId), gt(expiresAt, now.toISOString())))
    .orderBy(desc(id))
}

/** Throws AppError conflict at the limit. */
export async function createPersonalToken(
  db: Database,
  by: Actor & { userId: number },
  { name, permissions, days }: NewToken,
  now: Date,
): Promise<CreatedToken> {
  const at = now.toISOString()
  const ofUser = eq(personalTokens.userId, by.userId)
  if ((await db.$count(personalTokens, and(ofUser, gt(expiresAt, at)))) >= TOKENS_MAX) {
    throw conflict(`You have ${TOKENS_MAX} tokens. Please delete one first.`)
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
  if (!created) throw new Error('the database did not return the inserted token')
  return { ...created, token }
}

/** Throws AppError not_found. */
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
