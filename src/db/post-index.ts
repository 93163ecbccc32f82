import { sql } from 'drizzle-orm'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { atomically, type Database } from './database.ts'

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

/** Ids of published posts that match an FTS query, newest first. */
export async function findIndexed(db: Database, match: string, limit: number): Promise<number[]> {
  const rows = await db.values<[id: number]>(sql`
    SELECT rowid FROM post_index
    WHERE post_index MATCH ${match} AND rowid NOT IN (SELECT id FROM post_index_stale)
    ORDER BY rowid DESC LIMIT ${limit}`)
  return rows.map(([id]) => id)
}

/**
 * Posts. A step of a merge ends after a number of written pages, however many words of deleted posts it skips, so few
 * must be deleted at a time: each takes up to a millisecond.
 */
const ERASED_AT_ONCE = 20

/** FTS5 keeps the ids of deleted rows under these keys until merges have removed their words. */
const HAS_DELETED_ROWS = sql`EXISTS (SELECT 1 FROM post_index_data WHERE id >= 1 << 53)`

/**
 * Removes the words of deleted and unpublished posts from the file. Yields. Several instances share the work. Ends early
 * when `signal` aborts.
 */
export async function eraseDeletedWords(db: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const [[isNeeded = 0] = []] = await db.values(sql`SELECT EXISTS (SELECT 1 FROM post_index_stale)`)
    if (!isNeeded || signal?.aborted) return
    await eraseReplacedWords(db, signal)
    // Another instance may already have deleted the next rows.
    await atomically(db, [
      db.run(sql`
        DELETE FROM post_index_stale
        WHERE NOT ${HAS_DELETED_ROWS} AND NOT EXISTS (SELECT 1 FROM post_index WHERE rowid = post_index_stale.id)`),
      db.run(sql`
        DELETE FROM post_index
        WHERE NOT ${HAS_DELETED_ROWS}
          AND rowid IN (SELECT id FROM post_index_stale ORDER BY id LIMIT ${ERASED_AT_ONCE})`),
    ])
  }
}

const PAGES_AT_ONCE = 25

/** Rewrites the index without the words of earlier versions of posts. Yields. Ends early when `signal` aborts. */
export async function eraseReplacedWords(db: Database, signal?: AbortSignal): Promise<void> {
  for (let steps = 0; ; steps++) {
    await yieldToEventLoop()
    if (signal?.aborted) return
    const [[isNeeded = 0] = []] = await db.values(sql`SELECT ${HAS_DELETED_ROWS}`)
    if (!isNeeded) {
      if (steps > 0) await db.scrub()
      return
    }
    await db.run(sql`INSERT INTO post_index (post_index, rank) VALUES ('merge', ${-PAGES_AT_ONCE})`)
  }
}
