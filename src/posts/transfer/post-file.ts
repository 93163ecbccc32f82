import { POST_STATUSES, type Post, type PostStatus, splitTags } from '#domain/posts.ts'
import { invalid } from '#src/errors.ts'
import { emptyPost, type FoundPost, momentOf } from './found-post.ts'
import { markdownPost } from './markdown.ts'

/** In the front matter of a file that this program wrote: its text is to be taken as it stands, line by line. */
const OWN_FORMAT = 'passwright'

const FENCED = /^\uFEFF?---[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/

/** A post as a Markdown file: all that there is to know about it in front, then its text as it was written. */
export function writePostFile({ id: _, content, ...post }: Post): string {
  return `---\n${Bun.YAML.stringify({ format: OWN_FORMAT, ...post }, null, 2)}\n---\n${content}\n`
}

/**
 * Reads a Markdown file, of this program or of another that keeps what it knows of a post in front of its text. `path`
 * says what the file itself does not. Throws AppError invalid when what stands in front is not YAML.
 */
export function readPostFile(text: string, path: string): FoundPost {
  const fenced = FENCED.exec(text)
  const known = fenced ? readFrontMatter(fenced[1] ?? '') : {}
  const body = text.slice(fenced?.[0].length ?? 0)
  const tell = (...names: string[]) => names.map((name) => textOf(known[name])).find(Boolean) ?? ''
  const { slug, day } = fromName(path)

  const post: FoundPost = {
    ...emptyPost,
    title: tell('title'),
    slug: tell('slug') || slug,
    excerpt: tell('excerpt', 'description', 'summary'),
    tags: tagsOf(known.tags ?? known.categories),
    metaTitle: tell('metaTitle', 'meta_title'),
    metaDescription: tell('metaDescription', 'meta_description'),
    status: statusOf(known),
    createdAt: momentOf(tell('createdAt', 'created_at', 'date')),
    publishedAt: momentOf(tell('publishedAt', 'published_at', 'date') || day),
  }
  if (known.format === OWN_FORMAT) return { ...post, content: body.replace(/\n$/, '') }
  const { title, content } = markdownPost(body, post.title)
  return { ...post, title, content }
}

type FrontMatter = Partial<Record<string, unknown>>

function readFrontMatter(yaml: string): FrontMatter {
  const known = parseYaml(yaml)
  if (known === null) return {}
  if (typeof known !== 'object' || Array.isArray(known)) throw unreadable
  return { ...known }
}

function parseYaml(yaml: string): unknown {
  try {
    return Bun.YAML.parse(yaml)
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable
    throw error
  }
}

const unreadable = invalid('What stands between the two lines of dashes is not YAML')

const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

function tagsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf)
  return splitTags(textOf(value))
}

function statusOf({ status, draft, published }: FrontMatter): PostStatus | null {
  if (draft === true || published === false) return 'draft'
  return POST_STATUSES.find((known) => known === status) ?? null
}

/** Many programs name a file after the day and the address, or its folder after the address. */
function fromName(path: string): { slug: string; day: string } {
  const names = path.replace(/\.\w+$/, '').split('/')
  const name = names.at(-1) === 'index' ? (names.at(-2) ?? '') : (names.at(-1) ?? '')
  const [dated, day = ''] = /^(\d{4}-\d{2}-\d{2})[-_]/.exec(name) ?? []
  return { slug: name.slice(dated?.length ?? 0), day }
}
