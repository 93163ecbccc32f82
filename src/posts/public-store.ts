import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { IMAGES_PATH, imagePathsIn } from '#domain/images.ts'
import type { PostSummary, PublicPost } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { contentVersion, formerSlugs, posts } from '#src/db/schema.ts'
import { chunks } from '#src/lib/chunks.ts'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { contentBytes, postsWith } from './posts-with.ts'
import { EXCERPT_SOURCE_CHARACTERS, excerptOf } from './text/excerpt.ts'

export const publicColumns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  excerpt: posts.excerpt,
  content: posts.content,
  tags: posts.tags,
  metaTitle: posts.metaTitle,
  metaDescription: posts.metaDescription,
  canonicalUrl: posts.canonicalUrl,
  publishedAt: posts.publishedAt,
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
}

export const summaryColumns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  excerpt: posts.excerpt,
  opening: sql<string>`CASE ${posts.excerpt} WHEN '' THEN substr(${posts.content}, 1, ${EXCERPT_SOURCE_CHARACTERS}) ELSE '' END`,
  tags: posts.tags,
  readingMinutes: posts.readingMinutes,
  publishedAt: posts.publishedAt,
  createdAt: posts.createdAt,
}

type Listed = { excerpt: string; opening: string; readingMinutes: number | null }

/** An excerpt takes up to 10 ms. */
const EXCERPTS_AT_ONCE = 5

/** Yields. Throws AppError invalid once `signal` aborts. */
export async function summarize<Row extends Listed>(rows: Row[], signal?: AbortSignal) {
  const summaries = []
  for (const some of chunks(rows, EXCERPTS_AT_ONCE)) {
    await yieldToEventLoop(signal)
    for (const { opening, ...row } of some) {
      summaries.push({
        ...row,
        excerpt: excerptOf({ excerpt: row.excerpt, content: opening }),
        readingMinutes: row.readingMinutes ?? 1,
      })
    }
  }
  return summaries
}

/** The id breaks ties, so pages of a list don't overlap. */
const newestPublished = [desc(posts.publishedAt), desc(posts.id)]

type Slice = { limit: number; offset: number }

export function listPublishedSizes(
  db: Database,
  { limit, offset }: Slice,
  tag?: Tag,
): Promise<{ id: number; bytes: number }[]> {
  return db
    .select({ id: posts.id, bytes: contentBytes })
    .from(posts)
    .where(and(eq(posts.status, 'published'), tag && hasTag(tag)))
    .orderBy(...newestPublished)
    .limit(limit)
    .offset(offset)
}

const publishedAmong = (ids: number[]) => and(inArray(posts.id, ids), eq(posts.status, 'published'))

export const readPublished = (db: Database, ids: number[]): Promise<PublicPost[]> =>
  db
    .select(publicColumns)
    .from(posts)
    .where(publishedAmong(ids))
    .orderBy(...newestPublished)

/** Up to `limit` posts and `bytes` of content, at least one post. */
export async function listForFeeds(
  db: Database,
  { bytes, ...slice }: Slice & { bytes: number },
): Promise<(PublicPost & { feedId: string | null })[]> {
  const ids = firstUpTo(bytes, await listPublishedSizes(db, slice))
  return db
    .select({ ...publicColumns, feedId: posts.feedId })
    .from(posts)
    .where(publishedAmong(ids))
    .orderBy(...newestPublished)
}

export async function listSummaries(
  db: Database,
  { limit, offset }: Slice,
  tag?: Tag,
): Promise<PostSummary[]> {
  const condition = tag && hasTag(tag)
  return summarize(await selectListed(db, condition).limit(limit).offset(offset))
}

export const readSummaries = async (db: Database, ids: number[]): Promise<PostSummary[]> =>
  summarize(await selectListed(db, inArray(posts.id, ids)))

const selectListed = (db: Database, condition: SQL | undefined) =>
  db
    .select(summaryColumns)
    .from(posts)
    .where(and(eq(posts.status, 'published'), condition))
    .orderBy(...newestPublished)
    .$dynamic()

export type Tag = { name: string; spellings: string[]; count: number }

/** Grouped here, because SQLite folds ASCII case only. */
export async function listTags(db: Database): Promise<Tag[]> {
  const used = await db
    .select({ spelling: sql<string>`json_each.value`, count: count() })
    .from(posts)
    .innerJoin(sql`json_each(${posts.tags})`, sql`true`)
    .where(eq(posts.status, 'published'))
    .groupBy(sql`json_each.value`)
    .orderBy(desc(count()), sql`json_each.value`)
  const byName = Map.groupBy(used, ({ spelling }) => spelling.toLowerCase())
  const tags = [...byName].map(([folded, group]) => {
    const spellings = group.map(({ spelling }) => spelling)
    const count = group.reduce((sum, { count }) => sum + count, 0)
    return { name: spellings[0] ?? folded, spellings, count }
  })
  return tags.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

export function findTag(tags: readonly Tag[], name: string): Tag | null {
  const folded = name.toLowerCase()
  return tags.find((tag) => tag.name.toLowerCase() === folded) ?? null
}

export function listPublishedAddresses(
  db: Database,
): Promise<{ slug: string; updatedAt: string; canonicalUrl: string }[]> {
  return db
    .select({ slug: posts.slug, updatedAt: posts.updatedAt, canonicalUrl: posts.canonicalUrl })
    .from(posts)
    .where(eq(posts.status, 'published'))
    .orderBy(...newestPublished)
}

export async function listPublishedImages(
  db: Database,
  { each, total }: { each: number; total: number },
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  let left = total
  for await (const { slug, status, content } of postsWith(db, IMAGES_PATH)) {
    if (status !== 'published') continue
    const paths = imagePathsIn(content).slice(0, Math.min(each, left))
    left -= paths.length
    found.set(slug, paths)
  }
  return found
}

export async function findPublished(db: Database, slug: string): Promise<PublicPost | null> {
  const where = and(eq(posts.slug, slug), eq(posts.status, 'published'))
  return (await db.select(publicColumns).from(posts).where(where).get()) ?? null
}

export async function findPublishedTitle(db: Database, slug: string): Promise<string | null> {
  const where = and(eq(posts.slug, slug), eq(posts.status, 'published'))
  return (await db.select({ title: posts.title }).from(posts).where(where).get())?.title ?? null
}

export function listFormerSlugs(db: Database): Promise<{ from: string; to: string }[]> {
  return db
    .select({ from: formerSlugs.slug, to: posts.slug })
    .from(formerSlugs)
    .innerJoin(posts, eq(posts.id, formerSlugs.postId))
    .where(eq(posts.status, 'published'))
}

/** Increases with every change of public content, on any instance. */
export async function readContentVersion(db: Database): Promise<number> {
  return (await db.select({ version: contentVersion.version }).from(contentVersion).get())?.version ?? 0
}

const hasTag = ({ spellings }: Tag) =>
  sql`EXISTS (SELECT 1 FROM json_each(${posts.tags}) WHERE ${inArray(sql`value`, spellings)})`
