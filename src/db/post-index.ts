import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Database } from './database.ts'
import { indexedWords } from './post-words.ts'
import { prepareOnce } from './prepared-queries.ts'

/** Searches find a word only if it is in the first characters of the content. */
export const INDEXED_CHARACTERS = 50_000

const POSTS_AT_ONCE = 100
const BYTES_AT_ONCE = 32 * 1024

/** Adds the published posts that aren't in the index, such as those of an earlier release. Yields. */
export async function fillPostIndex(db: Database): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db.values<[id: number]>(sql`
      SELECT id FROM posts WHERE id > ${last} AND status = 'published' ORDER BY id LIMIT ${POSTS_AT_ONCE}`)
    const end = rows.at(-1)?.[0]
    if (end === undefined) break
    await db.run(sql`
      INSERT INTO post_index_pending (post_id)
      SELECT id FROM posts
      WHERE id > ${last} AND id <= ${end} AND status = 'published'
        AND NOT EXISTS (SELECT 1 FROM post_index WHERE rowid = posts.id)
        AND NOT EXISTS (SELECT 1 FROM post_index_pending WHERE post_id = posts.id)`)
    last = end
    await yieldToEventLoop()
  }
  await indexPending(db)
}

/** Parallel searches would index the same posts. */
const indexQueueOf = prepareOnce(() => pLimit(1))

/** Indexes posts that were published or edited since the last search: SQL can't fold or segment words. Yields. */
export const indexPending = (db: Database): Promise<void> =>
  indexQueueOf(db)(async () => {
    for (;;) {
      const pending = await db.values<[number: number, bytes: number]>(sql`
        SELECT number, octet_length(content) FROM post_index_pending JOIN posts ON posts.id = post_id
        ORDER BY number LIMIT ${POSTS_AT_ONCE}`)
      if (pending.length === 0) return
      const numbers = firstUpTo(
        BYTES_AT_ONCE,
        pending.map(([id, bytes]) => ({ id, bytes })),
      )
      await yieldToEventLoop()
      await indexPosts(db, numbers)
    }
  })

async function indexPosts(db: Database, numbers: number[]): Promise<void> {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(numbers)}))`
  const rows = await db.values<[number: number, id: number, ...texts: string[]]>(sql`
    SELECT number, id, title, tags, excerpt, substr(content, 1, ${INDEXED_CHARACTERS})
    FROM post_index_pending JOIN posts ON posts.id = post_id WHERE number IN ${wanted}`)
  const posts = rows.map(([number, id, ...texts]) => ({ number, words: [id, ...texts.map(indexedWords)] }))
  await yieldToEventLoop()
  // A post may have changed since, or another instance may have indexed it.
  await db.transaction(async (tx) => {
    const left = await tx.values<[number]>(sql`
      DELETE FROM post_index_pending WHERE number IN ${wanted} RETURNING number`)
    const pending = new Set(left.map(([number]) => number))
    const current = posts.filter(({ number }) => pending.has(number)).map(({ words }) => words)
    await tx.run(sql`
      INSERT INTO post_index (rowid, title, tags, excerpt, content)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
      FROM json_each(${JSON.stringify(current)})`)
  })
}

/** A phrase of common pairs that never meet takes 2 µs per post. */
const SEARCHED_AT_ONCE = 4_000

/** Ids of published posts that match an FTS query, newest first. Yields. */
export async function findIndexed(db: Database, match: string, limit: number): Promise<number[]> {
  await yieldToEventLoop()
  await indexPending(db)
  const [[newest] = [0]] = await db.values<[id: number]>(sql`SELECT coalesce(max(id), 0) FROM posts`)
  const found: number[] = []
  for (let end = newest; end > 0 && found.length < limit; end -= SEARCHED_AT_ONCE) {
    await yieldToEventLoop()
    const rows = await db.values<[id: number]>(sql`
      SELECT rowid FROM post_index
      WHERE post_index MATCH ${match} AND rowid > ${end - SEARCHED_AT_ONCE} AND rowid <= ${end}
        AND rowid NOT IN (SELECT id FROM post_index_stale)
      ORDER BY rowid DESC LIMIT ${limit - found.length}`)
    for (const [id] of rows) found.push(id)
  }
  return found
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
    await db.transaction(async (tx) => {
      const [[isDone = 0] = []] = await tx.values(sql`SELECT NOT ${HAS_DELETED_ROWS}`)
      if (!isDone) return
      await tx.run(sql`
        DELETE FROM post_index_stale
        WHERE NOT EXISTS (SELECT 1 FROM post_index WHERE rowid = post_index_stale.id)`)
      await tx.run(sql`
        DELETE FROM post_index
        WHERE rowid IN (SELECT id FROM post_index_stale ORDER BY id LIMIT ${ERASED_AT_ONCE})`)
    })
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
