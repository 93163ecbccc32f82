import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, exists, gt, lte } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { MOST_PREVIEWS, type Preview, type PreviewLink } from '#domain/posts.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { posts, previews, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'

const PREVIEW_DAYS = 7
const DAY_MS = 86_400_000

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/**
 * Makes a link that shows a post to whoever has it, whatever the post's status: for a week, or until it is revoked or
 * the account of its maker ends. Throws AppError conflict when the post has many.
 */
export async function createPreview(db: Database, by: Actor, postId: number, now: Date): Promise<Preview> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + PREVIEW_DAYS * DAY_MS).toISOString()
  const about = { table: posts, where: eq(posts.id, postId) }
  const isOfPost = and(eq(previews.postId, postId), gt(previews.expiresAt, now.toISOString()))
  if ((await db.$count(previews, isOfPost)) >= MOST_PREVIEWS)
    throw conflict(`This post has ${MOST_PREVIEWS} preview links. Please revoke one first.`)
  await atomically(db, [
    insertAudit(db, by, { action: 'preview_created', subject: posts.title, about }, now),
    db.delete(previews).where(lte(previews.expiresAt, now.toISOString())),
    db.insert(previews).values({ tokenHash: hash(token), postId, userId: by.userId, expiresAt }),
  ])
  return { id: hash(token), path: `/blog/preview/${token}`, expiresAt }
}

/** The links to a post that still work, the oldest first. They can't be shown again: only hashes are kept. */
export async function listPreviews(db: Database, postId: number, now: Date): Promise<PreviewLink[]> {
  return db
    .select({ id: previews.tokenHash, madeBy: users.username, expiresAt: previews.expiresAt })
    .from(previews)
    .leftJoin(users, eq(users.id, previews.userId))
    .where(and(eq(previews.postId, postId), gt(previews.expiresAt, now.toISOString())))
    .orderBy(asc(previews.expiresAt))
}

/** Ends a link at once. Throws AppError not_found. */
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

/** The id of the post that a link's token shows; null when there is no such link, or no more. */
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
