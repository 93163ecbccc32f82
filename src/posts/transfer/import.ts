import type { Actor } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { AppError, invalid } from '#src/errors.ts'
import type { Found } from './found-post.ts'
import { TOO_DEEP } from './found-post.ts'
import { readGhostExport } from './ghost.ts'
import { collectImages, type ImageSource } from './image-source.ts'
import { postFileOf } from './post-file.ts'
import { preparePost } from './prepare.ts'
import { createImageTaker, type ImageOptions } from './take-images.ts'
import { readWordPressExport } from './wordpress.ts'
import { type Outcome, postWriter } from './write-posts.ts'

/** A file that may hold posts; `read` throws the system's error. */
export type SourceFile = { path: string; read: () => Uint8Array }

type Options = {
  /** Whether what was public where it comes from is public here at once; otherwise all are drafts. */
  isPublished: boolean
  now: Date
  images?: ImageOptions
}

const READERS: Record<string, (text: string, path: string, images: ImageSource) => Found[]> = {
  md: postFileOf,
  markdown: postFileOf,
  json: readGhostExport,
  xml: readWordPressExport,
}

export const IMPORTED_EXTENSIONS = Object.keys(READERS)

/**
 * Takes over the posts of files, a few hundred in one transaction. Each of them is stored whole or, when something is
 * wrong with it, not at all. Broken off, it may be repeated: what is there already is left out.
 */
export async function importFiles(
  db: Database,
  by: Actor,
  files: SourceFile[],
  { isPublished, now, images }: Options,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const writer = await postWriter(db, by, now)
  const taker = images && createImageTaker({ db, by, now }, images)
  for (const file of files) {
    const text = textOf(file)
    const wanted = collectImages(taker?.isWanted ?? (() => false))
    // Read once for the addresses of images, and again when these are known.
    const first = foundIn(text, wanted)
    const isRead = !taker || wanted.urls.size === 0
    const all = isRead ? first : foundIn(text, await taker.take(wanted.urls, file.path))
    for (const found of all) {
      const name = found.kind === 'unreadable' && all.length === 1 ? null : nameOf(found)
      const outcome: Outcome = { file: file.path, name, result: 'left out', slug: null, notes: [] }
      outcomes.push(outcome)
      if (found.kind !== 'post') {
        if (found.kind === 'other') outcome.result = 'not a post'
        outcome.notes.push(found.reason)
        continue
      }
      const prepared = preparePost(found.post, isPublished, now)
      outcome.notes.push(...prepared.notes)
      if (prepared.post) await writer.add(prepared.post, outcome)
    }
  }
  await writer.finish()
  return outcomes
}

const nameOf = (found: Found) =>
  found.kind === 'post' ? found.post.title || found.post.slug || 'untitled' : found.name

type Text = { path: string; text: string } | { path: string; refusal: AppError }

function foundIn(file: Text, images: ImageSource): Found[] {
  try {
    return readText(file, images)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ kind: 'unreadable', name: file.path, reason: error.message }]
  }
}

function readText(file: Text, images: ImageSource): Found[] {
  if ('refusal' in file) throw file.refusal
  const { path, text } = file
  const reader = READERS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
  if (!reader) throw invalid(`Only files that end in ${IMPORTED_EXTENSIONS.join(', ')} can be read`)
  try {
    return reader(text, path, images)
  } catch (error) {
    throw refusalOf(error)
  }
}

function textOf({ path, read }: SourceFile): Text {
  try {
    return { path, text: decode(bytesOf(read)) }
  } catch (error) {
    if (error instanceof AppError) return { path, refusal: error }
    throw error
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
