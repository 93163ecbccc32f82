import * as z from 'zod'
import type { PostStatus } from '#domain/posts.ts'
import { invalid } from '#src/errors.ts'
import { emptyPost, type FoundPost, momentOf } from './found-post.ts'
import { htmlLines } from './html.ts'

/** `__GHOST_URL__` stands for the address of the site that the export is of. */
const LINK = /__GHOST_URL__(?:\/([a-z0-9-]+)\/?(?=["#?]))?/g

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const id = z.coerce.string()

const Meta = { meta_title: text, meta_description: text }

const Data = z.object({
  posts: z.array(
    z.object({
      id,
      title: text,
      slug: text,
      html: text,
      plaintext: text,
      custom_excerpt: text,
      status: text,
      visibility: text,
      type: text,
      /** Before `type`: 1 for a page. */
      page: z.unknown().optional(),
      published_at: text,
      created_at: text,
      ...Meta,
    }),
  ),
  tags: z.array(z.object({ id, name: text })).default([]),
  posts_tags: z.array(z.object({ post_id: id, tag_id: id })).default([]),
  posts_meta: z.array(z.object({ post_id: id, ...Meta })).default([]),
})

/** An export holds one or more databases; very old ones are the database itself. */
const Export = z.union([
  z
    .object({ db: z.array(z.object({ data: Data })).min(1) })
    .transform(({ db }) => db.map(({ data }) => data)),
  z.object({ data: Data }).transform(({ data }) => [data]),
])

/** The posts of a Ghost export, without its pages. Throws AppError invalid for any other JSON. */
export function readGhostExport(json: string): FoundPost[] {
  const { data } = Export.safeParse(parseJson(json))
  if (!data) throw invalid('This is not a Ghost export')
  return data.flatMap(postsOf)
}

function postsOf({ posts: all, tags, posts_tags, posts_meta }: z.infer<typeof Data>): FoundPost[] {
  const posts = all.filter(({ type, page }) => type !== 'page' && !page)
  const names = new Map(tags.map(({ id, name }) => [id, name]))
  const tagsOf = Map.groupBy(posts_tags, ({ post_id }) => post_id)
  const metaOf = new Map(posts_meta.map((meta) => [meta.post_id, meta]))
  const slugs = new Set(posts.map(({ slug }) => slug))

  return posts.map((post) => {
    const meta = metaOf.get(post.id)
    return {
      ...emptyPost,
      title: post.title,
      slug: post.slug,
      excerpt: post.custom_excerpt,
      content: post.html ? htmlLines(withLinks(post.html, slugs)) : post.plaintext,
      // A name that begins with # is for the theme, not for readers.
      tags: (tagsOf.get(post.id) ?? [])
        .map(({ tag_id }) => names.get(tag_id) ?? '')
        .filter((name) => !name.startsWith('#')),
      metaTitle: post.meta_title || (meta?.meta_title ?? ''),
      metaDescription: post.meta_description || (meta?.meta_description ?? ''),
      status: statusOf(post),
      createdAt: momentOf(post.created_at),
      publishedAt: momentOf(post.published_at),
    }
  })
}

/** What only members may read there must not become public here by itself. */
const statusOf = ({ status, visibility }: { status: string; visibility: string }): PostStatus =>
  status === 'published' && (visibility === '' || visibility === 'public') ? 'published' : 'draft'

/** Links between posts lead to where these stand now, others to the same place of this site. */
const withLinks = (html: string, slugs: ReadonlySet<string>) =>
  html.replaceAll(LINK, (_, slug: string | undefined) =>
    slug === undefined ? '' : slugs.has(slug) ? `/blog/${slug}` : `/${slug}/`,
  )

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('This is not JSON')
    throw error
  }
}
