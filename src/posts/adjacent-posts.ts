import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AdjacentPosts, PostLink, PublicPost } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { findIndexed } from '#src/db/post-index.ts'
import { phraseOf } from '#src/db/post-words.ts'
import { posts } from '#src/db/schema.ts'

const RELATED_MAX = 3
const CANDIDATES = 50

const link = {
  slug: posts.slug,
  title: posts.title,
  publishedAt: sql<string>`coalesce(${posts.publishedAt}, ${posts.createdAt})`,
}

export async function findAdjacentAndRelated(db: Database, post: PublicPost): Promise<AdjacentPosts> {
  const at = post.publishedAt ?? post.createdAt
  const [newer, older, related] = await Promise.all([
    findNext(db, or(gt(posts.publishedAt, at), and(eq(posts.publishedAt, at), gt(posts.id, post.id))), asc),
    findNext(db, or(lt(posts.publishedAt, at), and(eq(posts.publishedAt, at), lt(posts.id, post.id))), desc),
    findRelated(db, post),
  ])
  return { newer, older, related }
}

export const NO_ADJACENT_POSTS: AdjacentPosts = { newer: null, older: null, related: [] }

async function findNext(db: Database, where: SQL | undefined, order: typeof asc): Promise<PostLink | null> {
  const row = await db
    .select(link)
    .from(posts)
    .where(and(eq(posts.status, 'published'), where))
    .orderBy(order(posts.publishedAt), order(posts.id))
    .limit(1)
    .get()
  return row ?? null
}

async function findRelated(db: Database, { id, tags }: PublicPost): Promise<PostLink[]> {
  const phrases = tags.flatMap((tag) => phraseOf(tag) ?? [])
  if (phrases.length === 0) return []
  const candidates = await findIndexed(db, `tags : (${phrases.join(' OR ')})`, CANDIDATES)
  const ids = candidates.filter((candidate) => candidate !== id)
  const found = await db
    .select({ ...link, tags: posts.tags })
    .from(posts)
    .where(and(inArray(posts.id, ids), eq(posts.status, 'published')))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
  const own = new Set(tags.map((tag) => tag.toLowerCase()))
  return found
    .map(({ tags, ...post }) => ({ post, shared: tags.filter((tag) => own.has(tag.toLowerCase())).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, RELATED_MAX)
    .map(({ post }) => post)
}
