import { sql } from 'drizzle-orm'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Database } from './database.ts'

/** As in the triggers. Searches find a word only if it is in the first characters of the content. */
export const INDEXED_CHARACTERS = 50_000

const POSTS_AT_ONCE = 100
const BYTES_AT_ONCE = 64 * 1024

/** Adds the published posts that aren't in the index, such as those of an earlier release. Yields. */
export async function fillPostIndex(db: Database): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db.values<[id: number, bytes: number]>(sql`
      SELECT id, octet_length(content) FROM posts
      WHERE id > ${last} AND status = 'published'
        AND NOT EXISTS (SELECT 1 FROM post_index WHERE rowid = posts.id)
      ORDER BY id LIMIT ${POSTS_AT_ONCE}`)
    const ids = firstUpTo(
      BYTES_AT_ONCE,
      rows.map(([id, bytes]) => ({ id, bytes })),
    )
    const end = ids.at(-1)
    if (end === undefined) return
    await yieldToEventLoop()
    await db.run(sql`
      INSERT INTO post_index (rowid, title, tags, excerpt, content)
      SELECT id, title, tags, excerpt, substr(content, 1, ${INDEXED_CHARACTERS}) FROM posts
      WHERE id > ${last} AND id <= ${end} AND status = 'published'
        AND NOT EXISTS (SELECT 1 FROM post_index WHERE rowid = posts.id)`)
    last = end
  }
}

/** Counts written pages: a step that drops most of what it reads takes many times longer. */
const PAGES_AT_ONCE = 5

/**
 * Merges the segments of the index into one, which removes the words of deleted texts from the database file. Yields
 * every few milliseconds.
 */
export async function eraseDeletedWords(db: Database): Promise<void> {
  for (;;) {
    await yieldToEventLoop()
    const [[segments = 0] = []] = await db.values<[segments: number]>(sql`
      SELECT (SELECT max(segid) FROM post_index_idx) - (SELECT min(segid) FROM post_index_idx)`)
    if (!segments) return
    await db.run(sql`INSERT INTO post_index (post_index, rank) VALUES ('merge', ${-PAGES_AT_ONCE})`)
  }
}
