import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { type PostRevision, REVISION_LIMITS, type RevisionText } from '#domain/posts.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { postRevisions, posts, users } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import type { Page } from '#src/http/paging.ts'
import { eraseAs } from '#src/sessions/still-may.ts'

type Former = { id: number; textSavedAt: string; textSavedBy: number | null }

/**
 * Keeps the text that a save replaces, unless it is the newest one kept. Deletes those of its editor beyond the limits,
 * and returns how many: first those that were replaced soonest, so that many saves can't push out what stood for long.
 */
export async function keepRevision(
  tx: Transaction,
  { id, textSavedAt, textSavedBy }: Former,
  text: RevisionText,
  replacedAt: string,
): Promise<number> {
  const { title, excerpt, content, tags, metaTitle, metaDescription, canonicalUrl } = text
  const written = { title, excerpt, content, tags, metaTitle, metaDescription, canonicalUrl }
  const { keep, limit, trim } = queries(tx)
  await keep.run({ id, textSavedAt, textSavedBy, json: JSON.stringify(written) })
  // Ranking them takes thirty times as long, even if none is over a limit.
  const checked = await limit.get({ id, textSavedBy })
  if (!checked?.isExceeded) return 0
  const dropped = await trim.all({ id, textSavedBy, replacedAt })
  return dropped.length
}

const queries = prepareOnce((tx: Transaction) => {
  const id = sql.placeholder('id')
  const json = sql.placeholder('json')
  const textSavedBy = sql.placeholder('textSavedBy')
  const { count, recent, bytes } = REVISION_LIMITS
  return {
    keep: tx
      .insert(postRevisions)
      .select(sql`
        SELECT NULL, ${id}, ${sql.placeholder('textSavedAt')}, ${textSavedBy}, ${json}
        WHERE ${json} IS NOT (SELECT text FROM post_revisions WHERE post_id = ${id} ORDER BY id DESC LIMIT 1)`)
      .prepare(),
    limit: tx
      .select({ isExceeded: sql<number>`count(*) > ${count} OR sum(octet_length(text)) > ${bytes}` })
      .from(postRevisions)
      .where(sql`post_id = ${id} AND saved_by IS ${textSavedBy}`)
      .prepare(),
    trim: tx
      .delete(postRevisions)
      .where(sql`${postRevisions.id} IN (
        WITH kept AS MATERIALIZED (
          SELECT id, saved_at, saved_by, octet_length(text) AS size FROM post_revisions WHERE post_id = ${id}
        ), times AS (
          SELECT id, saved_by, size, row_number() OVER (PARTITION BY saved_by ORDER BY id DESC) AS age,
                 unixepoch(lead(saved_at, 1, ${sql.placeholder('replacedAt')}) OVER (ORDER BY id), 'subsec')
                   - unixepoch(saved_at, 'subsec') AS stood
            FROM kept
        )
        SELECT id FROM (
          SELECT id, age, row_number() OVER (ORDER BY age <= ${recent} DESC, stood DESC, id DESC) AS number,
                 sum(size) OVER (ORDER BY age = 1 DESC, stood DESC, id DESC) AS bytes
            FROM times WHERE saved_by IS ${textSavedBy}
        ) WHERE age > 1 AND (number > ${count} OR bytes > ${bytes})
      )`)
      .returning({ id: postRevisions.id })
      .prepare(),
  }
})

/** Newest first. */
export async function listRevisions(
  db: Database,
  postId: number,
  { limit, offset }: Page,
): Promise<{ rows: PostRevision[]; total: number }> {
  const ofPost = eq(postRevisions.postId, postId)
  const rows = await db
    .select({
      id: postRevisions.id,
      savedAt: postRevisions.savedAt,
      savedBy: sql<
        string | null
      >`(SELECT ${users.username} FROM ${users} WHERE ${users.id} = ${postRevisions.savedBy})`,
    })
    .from(postRevisions)
    .where(ofPost)
    .orderBy(desc(postRevisions.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(postRevisions, ofPost) }
}

/** Throws AppError not_found. */
export async function findRevision(db: Database, postId: number, id: number): Promise<RevisionText> {
  const found = await db
    .select({ text: postRevisions.text })
    .from(postRevisions)
    .where(isOf(postId, id))
    .get()
  if (!found) throw notFound('Revision')
  // Missing in revisions of earlier releases.
  return { canonicalUrl: '', ...found.text }
}

/** Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export function deleteRevision(
  db: Database,
  by: Actor,
  { postId, id }: { postId: number; id: number },
  now: Date,
): Promise<void> {
  return eraseAs(db, by, 'posts.delete', async (tx) => {
    const [deleted] = await tx
      .delete(postRevisions)
      .where(isOf(postId, id))
      .returning({ savedAt: postRevisions.savedAt })
    if (!deleted) throw notFound('Revision')
    const post = await tx.select({ title: posts.title }).from(posts).where(eq(posts.id, postId)).get()
    const entry = {
      action: 'revision_deleted',
      subject: post?.title ?? null,
      detail: deleted.savedAt,
    } as const
    await recordAudit(tx, by, entry, now)
  })
}

const isOf = (postId: number, id: number) => and(eq(postRevisions.id, id), eq(postRevisions.postId, postId))
