import type { Actor } from '#domain/audit.ts'
import { cleanTags, POST_LIMITS, PostInput } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { AppError, invalid } from '#src/errors.ts'
import { createPost } from '#src/posts/store.ts'
import { type FoundPost, TOO_DEEP } from './found-post.ts'
import { readGhostExport } from './ghost.ts'
import { readPostFile } from './post-file.ts'
import { readWordPressExport } from './wordpress.ts'

/** A file that may hold posts; `read` throws the system's error. */
export type SourceFile = { path: string; read: () => Uint8Array }

export type Imported = {
  count: number
  /** What was left out, and why. */
  skipped: { name: string; reason: string }[]
}

type Options = {
  /** Whether what was public where it comes from is public here at once; otherwise all are drafts. */
  isPublished: boolean
  now: Date
}

const READERS: Record<string, (text: string, path: string) => FoundPost[]> = {
  md: (text, path) => [readPostFile(text, path)],
  markdown: (text, path) => [readPostFile(text, path)],
  json: readGhostExport,
  xml: readWordPressExport,
}

export const IMPORTED_EXTENSIONS = Object.keys(READERS)

/** Takes over the posts of a file. Each of them is stored whole or, when something is wrong with it, not at all. */
export async function importFile(
  db: Database,
  by: Actor,
  file: SourceFile,
  options: Options,
): Promise<Imported> {
  const imported: Imported = { count: 0, skipped: [] }
  const attempt = async <Result>(name: string, work: () => Result | Promise<Result>) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      imported.skipped.push({ name, reason: error.message })
      return null
    }
  }
  const found = (await attempt(file.path, () => readFile(file))) ?? []
  for (const post of found) {
    const name = found.length === 1 ? file.path : `${file.path}: ${post.title || post.slug || 'untitled'}`
    if (await attempt(name, () => store(db, by, post, options))) imported.count += 1
  }
  return imported
}

function readFile({ path, read }: SourceFile): FoundPost[] {
  const reader = READERS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
  if (!reader) throw invalid(`Only files that end in ${IMPORTED_EXTENSIONS.join(', ')} can be read`)
  const text = decode(bytesOf(read))
  try {
    return reader(text, path)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Reading does nothing but look at the text: whatever a parser throws is about this file, and others may be fine. */
function refusalOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  return invalid(error instanceof RangeError ? TOO_DEEP : `This can't be read: ${error.message}`)
}

function bytesOf(read: () => Uint8Array): Uint8Array {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw invalid(`The system refuses it: ${error.code}`)
    throw error
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw invalid('This is not text in UTF-8')
    throw error
  }
}

function store(db: Database, by: Actor, found: FoundPost, { isPublished, now }: Options) {
  const { createdAt, publishedAt, status, tags, content, ...texts } = found
  if (content === null) throw invalid(TOO_DEEP)
  const isDue = publishedAt === null || publishedAt <= now.toISOString()
  const { data, error } = PostInput.safeParse({
    ...texts,
    title: inOneLine(texts.title),
    content: withoutControls(content),
    excerpt: withoutControls(texts.excerpt),
    metaTitle: inOneLine(texts.metaTitle),
    metaDescription: inOneLine(texts.metaDescription),
    tags: cleanTags(tags.map(withoutControls))
      .filter((tag) => tag.length <= POST_LIMITS.tag)
      .slice(0, POST_LIMITS.tags),
    status: isPublished && isDue ? (status ?? 'published') : 'draft',
  })
  if (!data) throw invalid(error.issues[0]?.message ?? 'The post is not valid')
  // A draft keeps the day of its first publication elsewhere: published again, it takes its old place.
  const past = {
    createdAt: createdAt ?? publishedAt ?? undefined,
    publishedAt: isDue ? (publishedAt ?? undefined) : undefined,
  }
  return createPost(db, by, data, now, { past, action: 'post_imported' })
}

/** Other programs keep characters that no form of ours lets in. */
const withoutControls = (text: string) => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')

const inOneLine = (text: string) => withoutControls(text).replace(/[\t\n\r]+/g, ' ')
