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

type Former = { id: number; updatedAt: string; editorId: number | null }

/** Keeps the text that a save replaces, unless it is the newest one kept. Deletes the oldest ones beyond the limits. */
export async function keepRevision(tx: Transaction, { id, updatedAt, editorId }: Former, text: RevisionText) {
  const { title, excerpt, content, tags, metaTitle, metaDescription } = text
  const written = { title, excerpt, content, tags, metaTitle, metaDescription }
  const { keep, trim } = queries(tx)
  await keep.run({ id, updatedAt, editorId, json: JSON.stringify(written) })
  await trim.run({ id })
}

const queries = prepareOnce((tx: Transaction) => {
  const id = sql.placeholder('id')
  const json = sql.placeholder('json')
  const total = sql`(SELECT sum(octet_length(text)) FROM post_revisions WHERE post_id = ${id})`
  // Adding up the sizes, newest first, takes ten times as long as their sum.
  const oldest = sql`max(
    ifnull((SELECT id FROM post_revisions WHERE post_id = ${id} ORDER BY id DESC LIMIT 1 OFFSET ${REVISION_LIMITS.count}), 0),
    CASE WHEN ${total} > ${REVISION_LIMITS.bytes} THEN ifnull((
      SELECT max(id) FROM (
        SELECT id, row_number() OVER newest AS number, sum(octet_length(text)) OVER newest AS bytes
          FROM post_revisions WHERE post_id = ${id} WINDOW newest AS (ORDER BY id DESC)
      ) WHERE number > 1 AND bytes > ${REVISION_LIMITS.bytes}), 0) ELSE 0 END)`
  return {
    keep: tx
      .insert(postRevisions)
      .select(sql`
        SELECT NULL, ${id}, ${sql.placeholder('updatedAt')}, ${sql.placeholder('editorId')}, ${json}
        WHERE ${json} IS NOT (SELECT text FROM post_revisions WHERE post_id = ${id} ORDER BY id DESC LIMIT 1)`)
      .prepare(),
    trim: tx.delete(postRevisions).where(sql`post_id = ${id} AND id <= ${oldest}`).prepare(),
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
  return found.text
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
