import * as z from 'zod/mini'
import { LINES, ONE_LINE, wellFormed } from './writing.ts'

export const POST_STATUSES = ['draft', 'published', 'archived'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** The most characters each part of a post takes; `tags` is how many there may be. */
export const POST_LIMITS = {
  title: 200,
  slug: 100,
  excerpt: 1000,
  content: 500_000,
  /** Each is an element of its own: more would keep server and reader busy for seconds. */
  contentLines: 10_000,
  tags: 10,
  tag: 40,
  metaTitle: 200,
  metaDescription: 500,
} as const

/** How many posts a page of the blog's list shows. */
export const POSTS_PER_PAGE = 20

/** What search engines show of a title and a description before they cut, in characters. */
export const SEO_ADVICE = { title: 60, description: 155 } as const

export const EXCERPT_CHARACTERS = 160
const WORDS_PER_MINUTE = 200

/** Repetitions are dropped before tags are counted, but not out of any number of them. */
const TYPED_TAGS = 100
/** What the API description says of them: it can't read a rule of our own. */
const TAGS_IN_JSON_SCHEMA = { type: 'array', items: { type: 'string' }, maxItems: TYPED_TAGS }
const TOO_MANY_TAGS = `A post takes at most ${POST_LIMITS.tags} tags`

const TOO_MANY_LINES = `The content takes at most ${POST_LIMITS.contentLines.toLocaleString('en-US')} lines`

const MISSING = 'Title and content are required'

/** Lines that are not empty: one of a no-break space is a paragraph. */
const linesOf = (content: string) => content.match(/[^ \t\r\n][^\r\n]*/g)?.length ?? 0
const fewLines = z.refine<string>((content) => linesOf(content) <= POST_LIMITS.contentLines, TOO_MANY_LINES)

const upTo = (what: string, most: number) =>
  z.maxLength(most, `${what} takes at most ${most.toLocaleString('en-US')} characters`)

const line = (what: string, most: number) =>
  z._default(
    z
      .string(`${what} must be text`)
      .check(z.trim(), upTo(what, most), z.regex(ONE_LINE, `${what} must be one line`), wellFormed),
    '',
  )

const text = (what: string, most: number) =>
  z
    .string(`${what} must be text`)
    .check(upTo(what, most), z.regex(LINES, `${what} contains a control character`), wellFormed)

/** What the blog form sends, for a new post and for an edit alike. */
export const PostInput = z.object(
  {
    title: z
      .string(MISSING)
      .check(
        z.trim(),
        z.minLength(1, { error: MISSING, abort: true }),
        upTo('The title', POST_LIMITS.title),
        z.regex(ONE_LINE, 'The title must be one line'),
        wellFormed,
      ),
    slug: z._default(z.string('The URL slug must be text').check(upTo('The URL slug', 1000)), ''),
    excerpt: z._default(text('The excerpt', POST_LIMITS.excerpt).check(z.trim()), ''),
    content: z.string(MISSING).check(
      z.refine((content) => content.trim() !== '', { error: MISSING, abort: true }),
      upTo('The content', POST_LIMITS.content),
      z.regex(LINES, 'The content contains a control character'),
      wellFormed,
      fewLines,
    ),
    status: z._default(z.enum(POST_STATUSES, 'Please choose a status'), 'draft'),
    tags: z._default(
      z.pipe(
        z.pipe(
          // Judged by its length first: each element that is wrong would be an error of its own.
          z.pipe(
            z
              .custom<string[]>(Array.isArray, 'Tags must be a list')
              .check(z.refine((tags) => tags.length <= TYPED_TAGS, { error: TOO_MANY_TAGS, abort: true }))
              .register(z.globalRegistry, TAGS_IN_JSON_SCHEMA),
            z.array(z.string('Tags must be text').check(wellFormed), 'Tags must be a list'),
          ),
          z.transform((tags) => cleanTags(tags)),
        ),
        z
          .array(z.string().check(upTo('A tag', POST_LIMITS.tag)))
          .check(z.maxLength(POST_LIMITS.tags, TOO_MANY_TAGS)),
      ),
      [],
    ),
    metaTitle: line('The SEO title', POST_LIMITS.metaTitle),
    metaDescription: line('The SEO description', POST_LIMITS.metaDescription),
  },
  'The request must be a JSON object',
)
export type PostInput = z.infer<typeof PostInput>

export const PostEdit = z.extend(PostInput, {
  /** The `updatedAt` of the post that the edit began with: refused with edit_conflict once someone else saved. */
  basedOn: z.optional(z.string('basedOn must be a time')),
  /** Saved by the editor itself: one sitting at a draft is one entry of the audit log. */
  autosave: z.optional(z.boolean('autosave must be true or false')),
})
export type PostEdit = z.infer<typeof PostEdit>

export const RENDER_PATH = '/api/admin/blog/render'

const PostLinks = z.enum(['linked', 'written-out'], 'links must be linked or written-out')
export type PostLinks = z.infer<typeof PostLinks>

/** What the list of all posts can be sorted by. */
export const POST_SORTS = ['createdAt', 'title', 'status', 'readingMinutes'] as const

/** The text of a post as it is being written: it may be empty still. */
export const RenderInput = z.object({
  content: text('The content', POST_LIMITS.content).check(fewLines),
  /** Written out, links are text with their addresses, and images are not loaded. */
  links: z._default(PostLinks, 'linked'),
})
export type RenderInput = z.input<typeof RenderInput>

/** The same as HTML. */
export const RenderedPost = z.object({ html: z.string() })
export type RenderedPost = z.infer<typeof RenderedPost>

/** A post as the public API shows it; times are ISO 8601 in UTC. */
export const PublicPost = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  metaTitle: z.string(),
  metaDescription: z.string(),
  /** Of the first publication. */
  publishedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PublicPost = z.infer<typeof PublicPost>

/** A part of a post by its heading, to which `id` leads; `level` is 2 to 6. */
export const PostPart = z.object({ id: z.string(), title: z.string(), level: z.number() })
export type PostPart = z.infer<typeof PostPart>

/** What leads to a post. */
export const PostLink = z.object({ slug: z.string(), title: z.string(), publishedAt: z.string() })
export type PostLink = z.infer<typeof PostLink>

/** Where to go on from a post. */
export const PostsAround = z.object({
  newer: z.nullable(PostLink),
  older: z.nullable(PostLink),
  /** Those that share tags with it, most of them first. */
  related: z.array(PostLink),
})
export type PostsAround = z.infer<typeof PostsAround>

/** A picture for link previews; `path` stands on this site. */
export const SocialPicture = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
})
export type SocialPicture = z.infer<typeof SocialPicture>

/** A post as its page shows it: with its text as HTML in place of the Markdown. */
export const ShownPost = z.object({
  ...z.omit(PublicPost, { content: true }).shape,
  html: z.string(),
  parts: z.array(PostPart),
  /** The excerpt, or else how the text begins. */
  summary: z.string(),
  words: z.number(),
  readingMinutes: z.number(),
  around: PostsAround,
  /** null where link previews show the site's own. */
  picture: z.nullable(SocialPicture),
})
export type ShownPost = z.infer<typeof ShownPost>

export const Post = z.object({
  ...PublicPost.shape,
  status: z.enum(POST_STATUSES),
  /** Username of whoever saved it last; null where nobody knows. */
  updatedBy: z.nullable(z.string()),
})
export type Post = z.infer<typeof Post>

/** A link to a post that is not public; `path` is its address on this site. */
export const Preview = z.object({ id: z.string(), path: z.string(), expiresAt: z.string() })
export type Preview = z.infer<typeof Preview>

/** Such a link in a list, without its address. */
export const PreviewLink = z.object({
  id: z.string(),
  /** null for links of an earlier release. */
  madeBy: z.nullable(z.string()),
  expiresAt: z.string(),
})
export type PreviewLink = z.infer<typeof PreviewLink>

/** How many links a post has at once. */
export const MOST_PREVIEWS = 20

/** What a list shows of a post: its excerpt is filled in, and the content stays behind. */
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

/** The same for administrators. */
export const ListedPost = z.object({
  ...PostSummary.shape,
  status: z.enum(POST_STATUSES),
  updatedAt: z.string(),
})
export type ListedPost = z.infer<typeof ListedPost>

/**
 * The address that a title suggests: lower-case, only letters a–z, digits, spaces and hyphens kept, white space turned
 * into hyphens, repeated hyphens collapsed. 'Café au lait' gives caf-au-lait.
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, POST_LIMITS.slug)
    .replace(/^-|-$/g, '')
}

/** The page that lists the posts of a tag; null for one of dots alone, which an address can't hold. */
export const tagPath = (tag: string): string | null =>
  /^\.{1,2}$/.test(tag) ? null : `/blog/tag/${encodeURIComponent(tag)}`

/** Tags as typed into one field, separated by commas. */
export const splitTags = (text: string): string[] => cleanTags(text.split(','))

/** Trimmed, without empty ones and repetitions; case is kept, but does not tell two tags apart. */
export function cleanTags(tags: string[]): string[] {
  const byName = new Map<string, string>()
  for (const tag of tags) {
    const text = tag.replace(/[\p{Cc}\s]+/gu, ' ').trim()
    if (text !== '' && !byName.has(text.toLowerCase())) byName.set(text.toLowerCase(), text)
  }
  return [...byName.values()]
}

/** Minutes to read, at 200 words a minute, rounded up: at least 1. */
export const readingMinutesOf = (content: string): number =>
  Math.max(1, Math.ceil(wordCountOf(content) / WORDS_PER_MINUTE))

/** Words are what stands between white space. A text for each, of an expression, takes ten times as long. */
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

/** As in expressions: most characters are decided by their first comparison. */
const isWhiteSpace = (code: number) =>
  code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && OTHER_SPACES.has(code)

const OTHER_SPACES = new Set(
  Array.from(
    '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    (sign) => sign.charCodeAt(0),
  ),
)
