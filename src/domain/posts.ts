import * as z from 'zod/mini'
import { atMost, LINES, ONE_LINE, tidied, tidyText, wellFormed, withCommas } from './text-rules.ts'

export const POST_STATUSES = ['draft', 'published', 'archived'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** In characters; `tags` and `contentLines` are counts. */
export const POST_LIMITS = {
  title: 200,
  slug: 100,
  excerpt: 1000,
  content: 500_000,
  /** Each line becomes an element; more would block server and browser for seconds. */
  contentLines: 10_000,
  tags: 10,
  tag: 40,
  metaTitle: 200,
  metaDescription: 500,
  canonicalUrl: 2048,
} as const

export const POSTS_PER_PAGE = 20

/** Search engines truncate after this many characters. */
export const SEO_ADVICE = { title: 60, description: 155 } as const

export const EXCERPT_CHARACTERS = 160
const WORDS_PER_MINUTE = 200

/** Bounds the input; duplicates are removed before POST_LIMITS.tags applies. */
const TYPED_TAGS_MAX = 100
/** OpenAPI can't express custom validation. */
const TAGS_IN_JSON_SCHEMA = { type: 'array', items: { type: 'string' }, maxItems: TYPED_TAGS_MAX }
const TOO_MANY_TAGS = `A post can have at most ${POST_LIMITS.tags} tags`

const TOO_MANY_LINES = `The content can have at most ${withCommas(POST_LIMITS.contentLines)} lines`

const MISSING = 'Title and content are required'

const linesOf = (content: string) => content.match(/[^ \t\r\n][^\r\n]*/g)?.length ?? 0
const lineLimit = z.refine<string>((content) => linesOf(content) <= POST_LIMITS.contentLines, TOO_MANY_LINES)

const line = (what: string, max: number) =>
  z._default(
    z
      .string(`${what} must be text`)
      .check(tidied, z.trim(), atMost(what, max), z.regex(ONE_LINE, `${what} must be one line`), wellFormed),
    '',
  )

const text = (what: string, max: number) =>
  z
    .string(`${what} must be text`)
    .check(atMost(what, max), z.regex(LINES, `${what} contains a control character`), wellFormed)

const CANONICAL_URL =
  'The canonical URL must be a full address, such as https://example.com/post, without a username or password'

/** The normalized address; null unless it is an absolute http(s) URL without credentials. */
function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}

/** Where a post was first published; empty for here. */
export const CanonicalUrl = z._default(
  z.string('The canonical URL must be text').check(
    z.trim(),
    z.refine((url) => url === '' || webAddress(url) !== null, { error: CANONICAL_URL, abort: true }),
    z.overwrite((url) => webAddress(url) ?? ''),
    atMost('The canonical URL', POST_LIMITS.canonicalUrl),
  ),
  '',
)

export const PostInput = z.object(
  {
    title: z
      .string(MISSING)
      .check(
        tidied,
        z.trim(),
        z.minLength(1, { error: MISSING, abort: true }),
        atMost('The title', POST_LIMITS.title),
        z.regex(ONE_LINE, 'The title must be one line'),
        wellFormed,
      ),
    slug: z._default(z.string('The URL slug must be text').check(atMost('The URL slug', 1000)), ''),
    excerpt: z._default(text('The excerpt', POST_LIMITS.excerpt).check(z.trim()), ''),
    content: z.string(MISSING).check(
      z.refine((content) => content.trim() !== '', { error: MISSING, abort: true }),
      atMost('The content', POST_LIMITS.content),
      z.regex(LINES, 'The content contains a control character'),
      wellFormed,
      lineLimit,
    ),
    status: z._default(z.enum(POST_STATUSES, 'Please choose a status'), 'draft'),
    tags: z._default(
      z.pipe(
        z.pipe(
          // Check the length first: each invalid item would add an error.
          z.pipe(
            z
              .custom<string[]>(Array.isArray, 'Tags must be a list')
              .check(z.refine((tags) => tags.length <= TYPED_TAGS_MAX, { error: TOO_MANY_TAGS, abort: true }))
              .register(z.globalRegistry, TAGS_IN_JSON_SCHEMA),
            z.array(z.string('Tags must be text').check(wellFormed), 'Tags must be a list'),
          ),
          z.transform((tags) => cleanTags(tags)),
        ),
        z
          .array(z.string().check(atMost('A tag', POST_LIMITS.tag)))
          .check(z.maxLength(POST_LIMITS.tags, TOO_MANY_TAGS)),
      ),
      [],
    ),
    metaTitle: line('The SEO title', POST_LIMITS.metaTitle),
    metaDescription: line('The SEO description', POST_LIMITS.metaDescription),
    canonicalUrl: CanonicalUrl,
    /** When to publish a draft; null for never. If missing, what was set before stays. */
    publishAt: z.optional(
      z.nullable(
        z.pipe(
          z.iso.datetime({
            offset: true,
            error: 'Please choose a date and time, such as 2030-01-31T09:00:00Z',
            abort: true,
          }),
          z.transform((moment) => new Date(moment).toISOString()),
        ),
      ),
    ),
  },
  'The request must be a JSON object',
)
export type PostInput = z.infer<typeof PostInput>

export const PostEdit = z.extend(PostInput, {
  /** `updatedAt` when editing began. Saving fails with edit_conflict if someone else has saved since. */
  basedOn: z.optional(z.string('basedOn must be a time')),
  /** Autosaves of one editing session share an audit entry. */
  autosave: z.optional(z.boolean('autosave must be true or false')),
})
export type PostEdit = z.infer<typeof PostEdit>

export const RENDER_PATH = '/api/admin/blog/render'

const PostLinks = z.enum(['linked', 'written-out'], 'links must be linked or written-out')
export type PostLinks = z.infer<typeof PostLinks>

export const POST_SORTS = ['createdAt', 'title', 'status', 'readingMinutes'] as const

export const RenderInput = z.object({
  content: text('The content', POST_LIMITS.content).check(lineLimit),
  /** 'written-out' turns links into text with addresses and loads no images. */
  links: z._default(PostLinks, 'linked'),
})
export type RenderInput = z.input<typeof RenderInput>

export const RenderedPost = z.object({
  html: z.string(),
  /** From this line on, what would make the page far longer than the post is plain text. */
  textFrom: z.nullable(z.number()),
  /** Links within the text without a target, such as #part-2. */
  deadLinks: z.array(z.string()),
})
export type RenderedPost = z.infer<typeof RenderedPost>

export const PublicPost = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  metaTitle: z.string(),
  metaDescription: z.string(),
  canonicalUrl: z.string(),
  publishedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PublicPost = z.infer<typeof PublicPost>

/** `id` is the heading's anchor; `level` is 2 to 6. */
export const PostHeading = z.object({ id: z.string(), title: z.string(), level: z.number() })
export type PostHeading = z.infer<typeof PostHeading>

export const PostLink = z.object({ slug: z.string(), title: z.string(), publishedAt: z.string() })
export type PostLink = z.infer<typeof PostLink>

export const AdjacentPosts = z.object({
  newer: z.nullable(PostLink),
  older: z.nullable(PostLink),
  related: z.array(PostLink),
})
export type AdjacentPosts = z.infer<typeof AdjacentPosts>

export const SocialPicture = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
})
export type SocialPicture = z.infer<typeof SocialPicture>

export const ShownPost = z.object({
  ...z.omit(PublicPost, { content: true }).shape,
  /** A language tag. */
  language: z.string(),
  html: z.string(),
  parts: z.array(PostHeading),
  summary: z.string(),
  words: z.number(),
  readingMinutes: z.number(),
  around: AdjacentPosts,
  picture: z.nullable(SocialPicture),
})
export type ShownPost = z.infer<typeof ShownPost>

export const Post = z.object({
  ...PublicPost.shape,
  status: z.enum(POST_STATUSES),
  publishAt: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
})
export type Post = z.infer<typeof Post>

/** Of each editor of a post. The number never deletes the `recent` ones. */
export const REVISION_LIMITS = { count: 50, recent: 10, bytes: 4_000_000 } as const

export const REVISIONS_PER_PAGE = 20

/** The text that a save at `savedAt` had stored, and that a later one replaced. */
export const PostRevision = z.object({
  id: z.number(),
  savedAt: z.string(),
  savedBy: z.nullable(z.string()),
})
export type PostRevision = z.infer<typeof PostRevision>

export const RevisionText = z.pick(Post, {
  title: true,
  excerpt: true,
  content: true,
  tags: true,
  metaTitle: true,
  metaDescription: true,
  canonicalUrl: true,
})
export type RevisionText = z.infer<typeof RevisionText>

/** `path` contains a secret token. */
export const Preview = z.object({ id: z.string(), path: z.string(), expiresAt: z.string() })
export type Preview = z.infer<typeof Preview>

export const PreviewLink = z.object({
  id: z.string(),
  /** Null for links from earlier releases. */
  madeBy: z.nullable(z.string()),
  expiresAt: z.string(),
})
export type PreviewLink = z.infer<typeof PreviewLink>

export const PREVIEWS_MAX = 20

export const PostSummary = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  readingMinutes: z.number(),
  publishedAt: z.nullable(z.string()),
  createdAt: z.string(),
})
export type PostSummary = z.infer<typeof PostSummary>

export const ListedPost = z.object({
  ...PostSummary.shape,
  status: z.enum(POST_STATUSES),
  publishAt: z.nullable(z.string()),
  updatedAt: z.string(),
})
export type ListedPost = z.infer<typeof ListedPost>

/** Keeps a–z, digits and hyphens, and turns spaces into hyphens: 'Café au lait' becomes caf-au-lait. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, POST_LIMITS.slug)
    .replace(/^-|-$/g, '')
}

/** Null for . and .., which URLs resolve as path segments. */
export const tagPath = (tag: string): string | null =>
  /^\.{1,2}$/.test(tag) ? null : `/blog/tag/${encodeURIComponent(tag)}`

export const splitTags = (text: string): string[] => cleanTags(text.split(','))

/** Trims; drops empty tags and case-insensitive duplicates. */
export function cleanTags(tags: string[]): string[] {
  const byName = new Map<string, string>()
  for (const tag of tags) {
    const text = tidyText(tag)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    if (text !== '' && !byName.has(text.toLowerCase())) byName.set(text.toLowerCase(), text)
  }
  return [...byName.values()]
}

export const readingMinutesOf = (content: string): number =>
  Math.max(1, Math.ceil(wordCountOf(content) / WORDS_PER_MINUTE))

/** Splitting by a regular expression would be ten times slower. */
export function wordCountOf(content: string): number {
  let words = 0
  let isInWord = false
  for (let at = 0; at < content.length; at++) {
    const isBlank = isWhiteSpace(content.charCodeAt(at))
    if (!isBlank && !isInWord) words += 1
    isInWord = !isBlank
  }
  return words
}

const isWhiteSpace = (code: number) =>
  code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && OTHER_SPACES.has(code)

const OTHER_SPACES = new Set(
  Array.from(
    '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    (character) => character.charCodeAt(0),
  ),
)
