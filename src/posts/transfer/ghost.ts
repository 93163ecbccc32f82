import * as z from 'zod/mini'
import { AppError, invalid } from '#src/errors.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import { htmlToMarkdown } from './convert-html.ts'
import { fieldsIn } from './field-names.ts'
import { lexicalHtml } from './ghost-lexical.ts'
import { mobiledocHtml } from './ghost-mobiledoc.ts'
import type { Notes } from './html-blocks.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { MEMBERS_ONLY, whyKeptBack } from './kept-back.ts'
import { openingPicture } from './opening-picture.ts'
import { emptyPost, type Found, type ParsedPost, type Place, unreadDate, type Waits } from './parsed-post.ts'
import { parseDate } from './read-date.ts'
import { markdownHtml } from './read-markdown.ts'

const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
)
const id = z.coerce.string()

/** Old exports use milliseconds. */
const moment = z.optional(z.unknown())

const Meta = { meta_title: text, meta_description: text }

const GhostPost = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  /** In exports older than mobiledoc. */
  markdown: text,
  plaintext: text,
  custom_excerpt: text,
  status: text,
  visibility: text,
  type: text,
  /** In exports older than `type`; 1 for a page. */
  page: z.optional(z.unknown()),
  published_at: moment,
  created_at: moment,
  updated_at: moment,
  feature_image: text,
  /** In exports older than feature_image. */
  image: text,
  canonical_url: text,
  codeinjection_head: text,
  codeinjection_foot: text,
  ...Meta,
})
type GhostPost = z.infer<typeof GhostPost>

const PostMeta = z.object({
  post_id: id,
  feature_image_alt: text,
  feature_image_caption: text,
  email_only: z.optional(z.unknown()),
  ...Meta,
})

const rows = <Row extends z.ZodMiniType>(row: Row) =>
  z.pipe(
    z._default(z.array(z.unknown()), []),
    z.transform((all) => all.flatMap((one) => row.safeParse(one).data ?? [])),
  )

const Data = z.object({
  /** Parsed one by one, because a malformed post must not fail the others. */
  posts: z.array(z.unknown()),
  tags: rows(z.object({ id, name: text })),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: z.catch(z.number(), 0) })),
  posts_meta: rows(PostMeta),
})

/** Very old exports lack the `db` wrapper. */
const Export = z.union([
  z.pipe(
    z.object({ db: z.array(z.object({ data: Data })).check(z.minLength(1)) }),
    z.transform(({ db }) => db.map(({ data }) => data)),
  ),
  z.pipe(
    z.object({ data: Data }),
    z.transform(({ data }) => [data]),
  ),
])

export function readGhostExport(json: string, { now, images = NO_IMAGES }: Place): Found[] {
  const parsed = parseJson(json)
  if (parsed === undefined) throw invalid('This is not JSON')
  const { data } = Export.safeParse(parsed)
  if (!data) throw invalid('This is not a Ghost export')
  return data.flatMap((part) => foundIn(part, images, now))
}

function foundIn(
  { posts, tags, posts_tags, posts_meta }: z.infer<typeof Data>,
  images: ImageSource,
  now: Date,
): Found[] {
  const read = posts.map((post) => GhostPost.safeParse(post))
  const names = new Map(tags.map(({ id, name }) => [id, name]))
  const tagsOf = Map.groupBy(
    posts_tags.toSorted((a, b) => a.sort_order - b.sort_order),
    ({ post_id }) => post_id,
  )
  const metaOf = new Map(posts_meta.map((meta) => [meta.post_id, meta]))
  const slugs = new Set(read.flatMap(({ data }) => (data && !isPage(data) ? [data.slug] : [])))

  return read.map(({ data: post, error }, index): Found => {
    if (!post) return { kind: 'unreadable', name: nameOf(posts[index], index), reason: faultOf(error) }
    const name = post.title || post.slug || nameOf(null, index)
    if (isPage(post)) return { kind: 'other', name, reason: 'This is a page' }
    const itsTags = (tagsOf.get(post.id) ?? []).map(({ tag_id }) => names.get(tag_id) ?? '')
    try {
      return { kind: 'post', post: postOf(post, metaOf.get(post.id), itsTags, { slugs, images, now }) }
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return { kind: 'unreadable', name, reason: thrown.message }
    }
  })
}

const isPage = ({ type, page }: GhostPost) => type === 'page' || Boolean(page)

const Named = z.object({ title: z.catch(z.string(), ''), slug: z.catch(z.string(), '') })

function nameOf(post: unknown, index: number): string {
  const { data } = Named.safeParse(post)
  return data?.title || data?.slug || `post ${index + 1}`
}

const faultOf = (error: z.core.$ZodError) =>
  `Its ${error.issues[0]?.path.join('.') || 'structure'} can't be read`

function postOf(
  post: GhostPost,
  meta: z.infer<typeof PostMeta> | undefined,
  tags: string[],
  { slugs, images, now }: { slugs: ReadonlySet<string>; images: ImageSource; now: Date },
): ParsedPost {
  const notes: Notes = new Set()
  const waits: Waits = new Map()
  const createdAt = parseDate(post.created_at)
  const publishedAt = parseDate(post.published_at)
  const updatedAt = parseDate(post.updated_at)
  const html = withLinks(htmlOf(post, notes), slugs)
  const unread = unreadDate('published_at', post.published_at, publishedAt)
  const { feature_image_alt: alt = '', feature_image_caption: caption = '' } = meta ?? {}
  const picture = { url: withLinks(post.feature_image || post.image, slugs), alt, caption }
  const opening = openingPicture(picture, images, notes)
  // Tags that begin with # are for themes.
  const internal = tags.filter((name) => name.startsWith('#'))
  for (const code of [post.codeinjection_head, post.codeinjection_foot])
    if (code.trim() !== '') notes.add(`Code injection left out: ${code}`)
  if (internal.length > 0) notes.add(`Internal tags left out: ${internal.join(', ')}`)
  return {
    ...emptyPost,
    title: post.title,
    slug: post.slug,
    excerpt: post.custom_excerpt,
    content: html === '' ? post.plaintext : htmlToMarkdown(opening + html, notes, { images }),
    tags: tags.filter((name) => !name.startsWith('#')),
    metaTitle: post.meta_title || (meta?.meta_title ?? ''),
    metaDescription: post.meta_description || (meta?.meta_description ?? ''),
    canonicalUrl: withLinks(post.canonical_url, slugs),
    formerPaths: [`/${post.slug}/`],
    keptBack: [...whyKept(post, meta, now, waits), ...unread.map(() => "its date can't be read")],
    ...(waits.size > 0 ? { waits } : {}),
    createdAt,
    publishedAt: publishedAt ?? (post.status === 'published' ? createdAt : null),
    updatedAt,
    notes: [
      ...notes,
      ...unreadDate('created_at', post.created_at, createdAt),
      ...unread,
      ...unreadDate('updated_at', post.updated_at, updatedAt),
    ],
  }
}

/** Exports of some versions lack the HTML. */
function htmlOf({ html, lexical, mobiledoc, markdown }: GhostPost, notes: Notes): string {
  if (html.trim() !== '') return html
  if (lexical !== '') return lexicalHtml(lexical, notes)
  if (mobiledoc !== '') return mobiledocHtml(mobiledoc, notes)
  return markdownHtml(markdown)
}

/** Blocks for members only, in versions 5.100 and later, and text below the paywall. */
const GATED =
  /<!--\s?kg-gated-block:begin[^>]{0,200}\bnonMember:false|<!--\s?members-only\s?-->|"nonMember":\s?false/
/** The HTML marks or omits these. */
const GATED_WITHOUT_HTML = /"type":\s?"paywall"|\["paywall"|"showOnWeb":\s?false/

function whyKept(
  { status, visibility, html, lexical, mobiledoc }: GhostPost,
  meta: z.infer<typeof PostMeta> | undefined,
  now: Date,
  waits: Waits,
): string[] {
  const isGated =
    GATED.test(html) ||
    GATED.test(lexical) ||
    (html.trim() === '' && GATED_WITHOUT_HTML.test(lexical || mobiledoc))
  return [
    ...whyKeptBack(
      fieldsIn({ status, visibility: visibility || 'public', email_only: meta?.email_only }),
      now,
      waits,
    ),
    ...(isGated ? [MEMBERS_ONLY] : []),
  ]
}

/** Only links to imported posts get a new path. */
const withLinks = (html: string, slugs: ReadonlySet<string>) =>
  html.replaceAll(/__GHOST_URL__(?:\/([a-z0-9-]+)\/?(?=["#?]))?/g, (_, slug: string | undefined) =>
    slug === undefined ? '' : slugs.has(slug) ? `/blog/${slug}` : `/${slug}/`,
  )
