import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import {
  type CreatedToken,
  type NewToken,
  type PersonalToken,
  TOKEN_DAYS,
  TOKEN_PREFIX,
  TOKENS_MAX,
} from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { Permission } from '#domain/permissions.ts'
import type { User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { expiresWithin } from '#src/db/expires-within.ts'
import { personalTokens, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'
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
}

export async function findPersonalToken(db: Database, token: string, now: Date): Promise<FoundToken | null> {
  const found = await db
    .select({ id, user: publicUserColumns, name, permissions, lastUsedAt })
    .from(personalTokens)
    .innerJoin(users, eq(users.id, personalTokens.userId))
    .where(
      and(
        eq(personalTokens.hash, hashOf(token)),
        expiresWithin(expiresAt, TOKEN_DAYS.max * DAY_MS, now),
        eq(users.isActive, true),
      ),
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
export function createPersonalToken(
  db: Database,
  by: Actor & { userId: number },
  { name, permissions, days }: NewToken,
  now: Date,
): Promise<CreatedToken> {
  const at = now.toISOString()
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  const allowed = [...new Set(permissions)]
  return changeAs(db, by, permissions, async (tx) => {
    const ofUser = eq(personalTokens.userId, by.userId)
    await tx.delete(personalTokens).where(and(ofUser, lte(expiresAt, at)))
    if ((await tx.$count(personalTokens, ofUser)) >= TOKENS_MAX)
      throw conflict(`You have ${TOKENS_MAX} tokens. Please delete one first.`)
    const created = await tx
      .insert(personalTokens)
      .values({
        userId: by.userId,
        name,
        hash: hashOf(token),
        permissions: allowed,
        createdAt: at,
        expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
      })
      .returning(shown)
      .get()
    const detail = allowed.join(', ') || 'read'
    await recordAudit(tx, by, { action: 'token_created', subject: name, detail }, now)
    return { ...created, token }
  })
}

/** Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export function deletePersonalToken(
  db: Database,
  by: Actor,
  { userId, tokenId }: { userId: number; tokenId: number },
  now: Date,
): Promise<void> {
  return eraseAs(db, by, 'read', async (tx) => {
    const isOwn = and(eq(id, tokenId), eq(personalTokens.userId, userId))
    const [deleted] = await tx.delete(personalTokens).where(isOwn).returning({ name })
    if (!deleted) throw notFound('Token')
    await recordAudit(tx, by, { action: 'token_deleted', subject: deleted.name }, now)
  })
}
