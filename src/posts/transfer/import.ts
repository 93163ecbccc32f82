import type { Actor } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { AppError, invalid } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import type { Field } from './field-names.ts'
import { readGhostExport } from './ghost.ts'
import { collectImages } from './image-source.ts'
import { createImageImporter, type ImageOptions } from './import-images.ts'
import { type Found, type Place, TOO_DEEP } from './parsed-post.ts'
import { cascadeIn, foundInPostFile, isSectionFile } from './post-file.ts'
import { preparePost } from './prepare-post.ts'
import { readWordPressExport } from './wordpress.ts'
import { type Outcome, postWriter } from './write-posts.ts'

/** `place`: the path from the imported folder on, preceded by folders above it that `isDraftFolder`. */
export type SourceFile = { path: string; place?: string; read: () => Uint8Array }

type Options = {
  /** If false, all posts are imported as drafts. */
  isPublished: boolean
  now: Date
  images?: ImageOptions
}

const READERS: Record<string, (text: string, place: Place) => Found[]> = {
  md: foundInPostFile,
  mdx: foundInPostFile,
  markdown: foundInPostFile,
  mkd: foundInPostFile,
  mkdn: foundInPostFile,
  mkdown: foundInPostFile,
  json: readGhostExport,
  xml: readWordPressExport,
}

export const IMPORTED_EXTENSIONS = Object.keys(READERS)

/** Stores each post completely or not at all. Repeatable after an abort: existing posts are skipped. */
export async function importFiles(
  db: Database,
  by: Actor,
  files: SourceFile[],
  { isPublished, now, images }: Options,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const writer = await postWriter(db, by, now)
  const importer = images && createImageImporter({ db, by, now }, images)
  const cascades = cascadesOf(files)
  for (const file of files) {
    const text = textOf(file)
    const inherited = cascades
      .filter(({ folder }) => text.place.startsWith(folder))
      .flatMap(({ fields }) => fields)
    const wanted = collectImages(importer?.isWanted ?? (() => false))
    // The first pass collects image URLs, the second inserts their new paths.
    const first = foundIn(text, { now, images: wanted, inherited })
    const isRead = !importer || wanted.urls.size === 0
    const all = isRead
      ? first
      : foundIn(text, { now, images: await importer.importImages(wanted.urls, file.path), inherited })
    const damaged = 'text' in text && text.note !== null ? damagedIn(all) : null
    for (const found of all) {
      const name = found.kind === 'unreadable' && all.length === 1 ? null : nameOf(found)
      const outcome: Outcome = {
        file: file.path,
        name,
        result: 'skipped',
        slug: null,
        isKeptBack: false,
        notes: [],
      }
      outcomes.push(outcome)
      if (found.kind !== 'post') {
        if (found.kind === 'other') outcome.result = 'not a post'
        outcome.notes.push(found.reason)
        continue
      }
      if (damaged?.has(found) && 'text' in text && text.note !== null) outcome.notes.push(text.note)
      const prepared = preparePost(found.post, isPublished, now)
      outcome.notes.push(...prepared.notes)
      outcome.isKeptBack = prepared.isKeptBack
      if (prepared.post) await writer.add(prepared.post, outcome)
    }
  }
  await writer.finish()
  return outcomes
}

function cascadesOf(files: SourceFile[]): { folder: string; fields: Field[] }[] {
  return files.flatMap((file) => {
    if (!isSectionFile(file.place ?? file.path)) return []
    const text = textOf(file)
    return 'text' in text
      ? [{ folder: text.place.slice(0, text.place.lastIndexOf('/') + 1), fields: cascadeIn(text.text) }]
      : []
  })
}

/** The posts with unreadable characters; the first if those are elsewhere. */
function damagedIn(all: Found[]): ReadonlySet<Found> {
  const damaged = all.filter((found) => JSON.stringify(found).includes('\uFFFD'))
  return new Set(damaged.length > 0 ? damaged : all.slice(0, 1))
}

const nameOf = (found: Found) =>
  found.kind === 'post' ? found.post.title || found.post.slug || 'untitled' : found.name

type Text = { path: string; place: string } & (DecodedText | { refusal: AppError })

type Around = Pick<Place, 'now' | 'images' | 'inherited'>

function foundIn(file: Text, around: Around): Found[] {
  try {
    return readText(file, around)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ kind: 'unreadable', name: file.path, reason: error.message }]
  }
}

function readText(file: Text, around: Around): Found[] {
  if ('refusal' in file) throw file.refusal
  const { path, place, text } = file
  const reader = READERS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
  if (!reader) throw invalid(`Only files ending in ${IMPORTED_EXTENSIONS.join(', ')} can be imported`)
  try {
    return reader(text, { path: place, ...around })
  } catch (error) {
    throw refusalOf(error)
  }
}

function textOf({ path, place = path, read }: SourceFile): Text {
  try {
    return { path, place, ...decodeText(bytesOf(read)) }
  } catch (error) {
    if (error instanceof AppError) return { path, place, refusal: error }
    throw error
  }
}

/** Any error while parsing concerns this file only. */
function refusalOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  return invalid(error instanceof RangeError ? TOO_DEEP : `The file is unreadable: ${error.message}`)
}

function bytesOf(read: () => Uint8Array): Uint8Array {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError || !errorCode(error)) throw error
    throw invalid(`The file can't be opened: ${errorCode(error)}`)
  }
}
