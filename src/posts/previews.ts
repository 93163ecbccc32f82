import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, exists, gt, lt, lte, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { PREVIEWS_MAX, type Preview, type PreviewLink } from '#domain/posts.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { posts, previews, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { refuseFormerCaller, stillMay } from '#src/sessions/still-may.ts'

const PREVIEW_DAYS = 7
const DAY_MS = 86_400_000

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/**
 * Valid for a week, or until revoked or its creator is deactivated or deleted. Throws AppError not_found, conflict at
 * PREVIEWS_MAX, or unauthorized if `by` lost their access meanwhile.
 */
export async function createPreview(db: Database, by: Actor, postId: number, now: Date): Promise<Preview> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + PREVIEW_DAYS * DAY_MS).toISOString()
  const valid = and(eq(previews.postId, postId), gt(previews.expiresAt, now.toISOString()))
  const isPost = eq(posts.id, postId)
  const where = and(isPost, stillMay(db, by, 'posts.write'), lt(db.$count(previews, valid), PREVIEWS_MAX))
  const row = db
    .select({
      tokenHash: sql`${hash(token)}`.as('token_hash'),
      postId: posts.id,
      expiresAt: sql`${expiresAt}`.as('expires_at'),
      userId: sql`${by.userId}`.as('user_id'),
    })
    .from(posts)
    .where(where)
  const about = { table: posts, where }
  const [, , created] = await atomically(db, [
    insertAudit(db, by, { action: 'preview_created', subject: posts.title, about }, now),
    db.delete(previews).where(lte(previews.expiresAt, now.toISOString())),
    db.insert(previews).select(row).returning({ id: previews.tokenHash }),
  ])
  if (created.length === 0) {
    await refuseFormerCaller(db, by, 'posts.write')
    if ((await db.$count(posts, isPost)) === 0) throw notFound('Post')
    throw conflict(`This post has ${PREVIEWS_MAX} preview links. Please revoke one first.`)
  }
  return { id: hash(token), path: `/blog/preview/${token}`, expiresAt }
}

/** Valid links, oldest first; without paths, because only hashes are stored. */
export async function listPreviews(db: Database, postId: number, now: Date): Promise<PreviewLink[]> {
  return db
    .select({ id: previews.tokenHash, madeBy: users.username, expiresAt: previews.expiresAt })
    .from(previews)
    .leftJoin(users, eq(users.id, previews.userId))
    .where(and(eq(previews.postId, postId), gt(previews.expiresAt, now.toISOString())))
    .orderBy(asc(previews.expiresAt))
}

export async function revokePreview(
  db: Database,
  by: Actor,
  { postId, id }: { postId: number; id: string },
  now: Date,
): Promise<void> {
  const where = and(eq(previews.tokenHash, id), eq(previews.postId, postId))
  const isThere = exists(db.select({ id: previews.tokenHash }).from(previews).where(where))
  const about = { table: posts, where: and(eq(posts.id, postId), isThere) }
  const [, revoked] = await atomically(db, [
    insertAudit(db, by, { action: 'preview_revoked', subject: posts.title, about }, now),
    db.delete(previews).where(where).returning({ id: previews.tokenHash }),
  ])
  if (revoked.length === 0) throw notFound('Preview link')
}

export async function findPreviewed(db: Database, token: string, now: Date): Promise<number | null> {
  if (!TOKEN.test(token)) return null
  const preview = await db
    .select({ postId: previews.postId })
    .from(previews)
    .where(and(eq(previews.tokenHash, hash(token)), gt(previews.expiresAt, now.toISOString())))
    .get()
  return preview?.postId ?? null
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex')
