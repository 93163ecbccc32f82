import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import type { Preview } from '#domain/posts.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { posts, previews } from '#src/db/schema.ts'

const PREVIEW_DAYS = 7
const DAY_MS = 86_400_000

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** Makes a link that shows a post to whoever has it, whatever the post's status, for a week. */
export async function createPreview(db: Database, by: Actor, postId: number, now: Date): Promise<Preview> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + PREVIEW_DAYS * DAY_MS).toISOString()
  const about = { table: posts, where: eq(posts.id, postId) }
  await atomically(db, [
    insertAudit(db, by, { action: 'preview_created', subject: posts.title, about }, now),
    db.delete(previews).where(lte(previews.expiresAt, now.toISOString())),
    db.insert(previews).values({ tokenHash: hash(token), postId, expiresAt }),
  ])
  return { path: `/blog/preview/${token}`, expiresAt }
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
