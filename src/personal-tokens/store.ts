import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
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
import { atomically, type Database, erase } from '#src/db/database.ts'
import { personalTokens, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { refuseFormerCaller, stillMay } from '#src/sessions/still-may.ts'
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

/** Throws AppError conflict at the limit, or unauthorized if `by` lost their access meanwhile. */
export async function createPersonalToken(
  db: Database,
  by: Actor & { userId: number },
  { name, permissions, days }: NewToken,
  now: Date,
): Promise<CreatedToken> {
  const at = now.toISOString()
  const ofUser = eq(personalTokens.userId, by.userId)
  const valid = and(ofUser, gt(expiresAt, at))
  const where = and(stillMay(db, by, ...permissions), lt(db.$count(personalTokens, valid), TOKENS_MAX))
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  const allowed = [...new Set(permissions)]
  const row = db
    .select({
      id: sql`NULL`.as('id'),
      userId: sql`${by.userId}`.as('user_id'),
      name: sql`${name}`.as('name'),
      hash: sql`${hashOf(token)}`.as('hash'),
      permissions: sql`${JSON.stringify(allowed)}`.as('permissions'),
      createdAt: sql`${at}`.as('created_at'),
      expiresAt: sql`${new Date(now.getTime() + days * DAY_MS).toISOString()}`.as('expires_at'),
      lastUsedAt: sql`NULL`.as('last_used_at'),
    })
    .from(sql`(SELECT 1)`)
    .where(where)
  const detail = allowed.join(', ') || 'read'
  const [, , [created]] = await atomically(db, [
    insertAudit(db, by, { action: 'token_created', subject: name, detail, about: { where } }, now),
    db.delete(personalTokens).where(and(ofUser, lte(expiresAt, at))),
    db.insert(personalTokens).select(row).returning(shown),
  ])
  if (!created) await refuseFormerCaller(db, by, ...permissions)
  if (!created) throw conflict(`You have ${TOKENS_MAX} tokens. Please delete one first.`)
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
  const [, deleted] = await erase(db, [
    insertAudit(db, by, { action: 'token_deleted', subject: name, about }, now),
    db.delete(personalTokens).where(where).returning({ id }),
  ])
  if (deleted.length === 0) throw notFound('Token')
}
