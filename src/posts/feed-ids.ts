import { isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#src/db/database.ts'
import { posts } from '#src/db/schema.ts'

/** A tag URI (RFC 4151) of an earlier release, which derived ids from the site's host. */
const HOSTLESS = 'tag:*,'

export const newFeedId = () => `urn:uuid:${crypto.randomUUID()}`

/** `hostname` stands in for the unknown one; a post of an earlier release on the same database may lack an id. */
export function feedIdAt(
  hostname: string,
  {
    id,
    feedId,
    publishedAt,
    createdAt,
  }: { id: number; feedId: string | null; publishedAt: string | null; createdAt: string },
): string {
  const known = feedId ?? `${HOSTLESS}${(publishedAt ?? createdAt).slice(0, 10)}:post-${id}`
  return known.startsWith(HOSTLESS) ? `tag:${hostname},${known.slice(HOSTLESS.length)}` : known
}

/** Fixes the ids of earlier releases once the site's host is known, so that a later change doesn't affect them. */
export async function setFeedHost(db: Database, hostname: string): Promise<void> {
  await db
    .update(posts)
    .set({ feedId: sql`'tag:' || ${hostname} || ',' || substr(${posts.feedId}, ${HOSTLESS.length + 1})` })
    .where(sql`${posts.feedId} >= ${HOSTLESS} AND ${posts.feedId} < 'tag:*-'`)
}

export async function listFeedIds(db: Database): Promise<string[]> {
  const rows = await db.select({ feedId: posts.feedId }).from(posts).where(isNotNull(posts.feedId))
  return rows.flatMap(({ feedId }) => feedId ?? [])
}

/** A URI, as both feed formats require or allow. */
export const isFeedId = (text: string) => /^[a-z][a-z\d+.-]{1,20}:[\x21-\x7e]{1,300}$/i.test(text)
