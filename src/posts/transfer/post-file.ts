import { imagePathsIn } from '#domain/images.ts'
import { POST_STATUSES, type Post, type PostStatus, splitTags } from '#domain/posts.ts'
import { emptyPost, type Found, type FoundPost, unreadDate } from './found-post.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'
import type { Notes } from './html-blocks.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { markdownPost } from './markdown.ts'
import { momentOf } from './moments.ts'
import { noteTemplateTags } from './template-tags.ts'

/** In the front matter of a file that this program wrote: its text is to be taken as it stands, line by line. */
const OWN_FORMAT = 'passwright'

/** A post as a Markdown file: what is known about it in front, but no username, then its text as it was written. */
export function writePostFile({ id: _, updatedBy: __, content, ...post }: Post): string {
  return `---\n${Bun.YAML.stringify({ format: OWN_FORMAT, ...post }, null, 2)}\n---\n${content}\n`
}

/** The names that programs have for what a post has here; the first that a file gives counts. */
const NAMES = {
  title: ['title'],
  slug: ['slug'],
  excerpt: ['excerpt', 'description', 'summary'],
  metaTitle: ['metaTitle', 'meta_title'],
  metaDescription: ['metaDescription', 'meta_description'],
  createdAt: ['createdAt', 'created_at', 'date'],
  publishedAt: ['publishedAt', 'published_at', 'publishDate', 'date'],
  updatedAt: ['updatedAt', 'updated_at', 'lastmod', 'last_modified_at', 'updated'],
} as const

/**
 * Reads a Markdown file, of this program or of another that keeps what it knows of a post in front of its text. `path`
 * says what the file itself does not. Throws AppError invalid when what stands in front can't be read.
 */
export function readPostFile(text: string, path: string, images: ImageSource = NO_IMAGES): FoundPost {
  const { known, body } = splitFrontMatter(text)
  const isOwn = known.format === OWN_FORMAT
  const { slug, day } = fromName(path)
  const notes: Notes = new Set()
  const tell = (name: keyof typeof NAMES) => NAMES[name].map((key) => textOf(known[key])).find(Boolean) ?? ''
  const moment = (name: keyof typeof NAMES) => {
    const given = NAMES[name].map((key) => known[key]).filter((value) => textOf(value) !== '')
    const read = given.map(momentOf).find(Boolean) ?? null
    for (const value of given) for (const note of unreadDate('date', value, momentOf(value))) notes.add(note)
    return read
  }

  const post: FoundPost = {
    ...emptyPost,
    title: tell('title'),
    slug: tell('slug') || slug,
    excerpt: tell('excerpt'),
    tags: tagsOf(known, day !== ''),
    metaTitle: tell('metaTitle'),
    metaDescription: tell('metaDescription'),
    status: statusOf(known),
    createdAt: moment('createdAt'),
    publishedAt: moment('publishedAt') ?? (isOwn ? null : momentOf(day)),
    updatedAt: moment('updatedAt'),
  }
  if (isOwn) {
    noteMissing(body, images, notes)
    return { ...post, content: body.replace(/\n$/, ''), notes: [...notes] }
  }
  for (const note of unusedParts(known, post)) notes.add(note)
  noteTemplateTags(body, notes)
  const { title, content } = markdownPost(body, post.title, notes, images)
  return { ...post, title, content, notes: [...notes] }
}

/** The one post that such a file holds. */
export const postFileOf = (text: string, path: string, images?: ImageSource): Found[] => [
  { kind: 'post', post: readPostFile(text, path, images) },
]

/** An export has its images beside its posts. */
function noteMissing(content: string, images: ImageSource, notes: Notes): void {
  for (const path of imagePathsIn(content)) {
    const found = images.find(path)
    if (found && 'reason' in found) notes.add(`Image not found: ${path}: ${found.reason}`)
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

const TAG_NAMES = ['tags', 'categories', 'category'] as const

/** Zola keeps them in a table of their own; Jekyll, whose files are named after their day, divides them by blanks. */
function tagsOf(known: FrontMatter, isJekyll: boolean): string[] {
  const { taxonomies } = known
  const places: FrontMatter[] = [
    known,
    ...(taxonomies && typeof taxonomies === 'object' ? [{ ...taxonomies }] : []),
  ]
  return places.flatMap((place) =>
    TAG_NAMES.flatMap((name) => {
      const value = place[name]
      if (Array.isArray(value)) return value.map(textOf)
      const text = textOf(value)
      return isJekyll && name !== 'category' && !text.includes(',') ? text.split(/\s+/) : splitTags(text)
    }),
  )
}

function statusOf({ status, draft, published }: FrontMatter): PostStatus | null {
  if (draft === true || published === false) return 'draft'
  return POST_STATUSES.find((known) => known === status) ?? null
}

const USED = new Set<string>([
  ...Object.values(NAMES).flat(),
  ...TAG_NAMES,
  'taxonomies',
  'status',
  'draft',
  'published',
  'layout',
  'format',
])

/** What a file knows of its post and no post here has, such as a picture to stand above it. */
function unusedParts(known: FrontMatter, post: FoundPost): string[] {
  const others = Object.keys(known).filter((key) => !USED.has(key))
  const spare = NAMES.excerpt.filter(
    (key) => textOf(known[key]) !== '' && textOf(known[key]) !== post.excerpt,
  )
  return [...others, ...spare].map((key) => `Front matter left out: ${key}: ${wordsOf(known[key])}`)
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Many programs name a file after the day and the address, or its folder after the address. */
function fromName(path: string): { slug: string; day: string } {
  const names = path.replace(/\.\w+$/, '').split('/')
  const name = names.at(-1) === 'index' ? (names.at(-2) ?? '') : (names.at(-1) ?? '')
  const [dated, day = ''] = /^(\d{4}-\d{2}-\d{2})[-_]/.exec(name) ?? []
  return { slug: name.slice(dated?.length ?? 0), day }
}
