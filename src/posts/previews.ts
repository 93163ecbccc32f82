import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { PREVIEWS_MAX, type Preview, type PreviewLink } from '#domain/posts.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { expiresWithin } from '#src/db/expires-within.ts'
import { posts, previews, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { changeAs } from '#src/sessions/still-may.ts'

const PREVIEW_MS = 7 * 86_400_000

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/**
 * Valid for a week, or until revoked or its creator is deactivated or deleted. Throws AppError not_found, conflict at
 * PREVIEWS_MAX, or unauthorized if `by` lost their access meanwhile.
 */
export function createPreview(db: Database, by: Actor, postId: number, now: Date): Promise<Preview> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + PREVIEW_MS).toISOString()
  return changeAs(db, by, 'posts.write', async (tx) => {
    await tx.delete(previews).where(lte(previews.expiresAt, now.toISOString()))
    const [title, count] = await Promise.all([
      findTitle(tx, postId),
      tx.$count(previews, eq(previews.postId, postId)),
    ])
    if (title === null) throw notFound('Post')
    if (count >= PREVIEWS_MAX)
      throw conflict(`This post has ${PREVIEWS_MAX} preview links. Please revoke one first.`)
    await tx.insert(previews).values({ tokenHash: hash(token), postId, expiresAt, userId: by.userId })
    await recordAudit(tx, by, { action: 'preview_created', subject: title }, now)
    return { id: hash(token), path: `/blog/preview/${token}`, expiresAt }
  })
}

async function findTitle(tx: Transaction, postId: number): Promise<string | null> {
  const post = await tx.select({ title: posts.title }).from(posts).where(eq(posts.id, postId)).get()
  return post?.title ?? null
}

/** Valid links, oldest first; without paths, because only hashes are stored. */
export async function listPreviews(db: Database, postId: number, now: Date): Promise<PreviewLink[]> {
  return db
    .select({ id: previews.tokenHash, madeBy: users.username, expiresAt: previews.expiresAt })
    .from(previews)
    .leftJoin(users, eq(users.id, previews.userId))
    .where(and(eq(previews.postId, postId), expiresWithin(previews.expiresAt, PREVIEW_MS, now)))
    .orderBy(asc(previews.expiresAt))
}

/** Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export function revokePreview(
  db: Database,
  by: Actor,
  { postId, id }: { postId: number; id: string },
  now: Date,
): Promise<void> {
  return changeAs(db, by, 'posts.write', async (tx) => {
    const [title, revoked] = await Promise.all([
      findTitle(tx, postId),
      tx
        .delete(previews)
        .where(and(eq(previews.tokenHash, id), eq(previews.postId, postId)))
        .returning({ id: previews.tokenHash }),
    ])
    if (revoked.length === 0) throw notFound('Preview link')
    await recordAudit(tx, by, { action: 'preview_revoked', subject: title }, now)
  })
}

export async function findPreviewed(db: Database, token: string, now: Date): Promise<number | null> {
  if (!TOKEN.test(token)) return null
  const preview = await db
    .select({ postId: previews.postId })
    .from(previews)
    .where(and(eq(previews.tokenHash, hash(token)), expiresWithin(previews.expiresAt, PREVIEW_MS, now)))
    .get()
  return preview?.postId ?? null
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex')
