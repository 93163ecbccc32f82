import { and, gt, lte, sql } from 'drizzle-orm'
import type { PostStatus } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { posts } from '#src/db/schema.ts'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'

const POSTS_AT_ONCE = 1_000
const BYTES_AT_ONCE = 512 * 1024

export const contentBytes = sql<number>`octet_length(${posts.content})`

type PostContent = { slug: string; status: PostStatus; content: string }

/** Posts of any status that contain `text`. Yields to the event loop. */
export async function* postsWith(db: Database, text: string): AsyncGenerator<PostContent> {
  for (let last = 0; ; await yieldToEventLoop()) {
    const next = await db
      .select({ id: posts.id, bytes: contentBytes })
      .from(posts)
      .where(gt(posts.id, last))
      .orderBy(posts.id)
      .limit(POSTS_AT_ONCE)
    const end = firstUpTo(BYTES_AT_ONCE, next).at(-1)
    if (end === undefined) return
    const condition = and(gt(posts.id, last), lte(posts.id, end), sql`instr(${posts.content}, ${text}) > 0`)
    const { slug, status, content } = posts
    yield* await db.select({ slug, status, content }).from(posts).where(condition)
    last = end
  }
}
