import { and, gt, lte, sql } from 'drizzle-orm'
import type { PostStatus } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { posts } from '#src/db/schema.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'

const CONTENTS_AT_ONCE = 10

type PostContent = { slug: string; status: PostStatus; content: string }

/** Posts of any status that contain `text`. Yields to the event loop. */
export async function* postsWith(db: Database, text: string): AsyncGenerator<PostContent> {
  for (let last = 0; ; await yieldToEventLoop()) {
    const ids = await db
      .select({ id: posts.id })
      .from(posts)
      .where(gt(posts.id, last))
      .orderBy(posts.id)
      .limit(CONTENTS_AT_ONCE)
    const end = ids.at(-1)?.id
    if (end === undefined) return
    const condition = and(gt(posts.id, last), lte(posts.id, end), sql`instr(${posts.content}, ${text}) > 0`)
    const { slug, status, content } = posts
    yield* await db.select({ slug, status, content }).from(posts).where(condition)
    last = end
  }
}
