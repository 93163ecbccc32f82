import type { Actor } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { AppError, invalid } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { addFeedRedirects } from '#src/redirects/store.ts'
import { decodeText } from './decode-text.ts'
import { languageOfPath } from './file-name.ts'
import { FEED_PATHS } from './former-paths.ts'
import { readGhostExport } from './ghost.ts'
import { collectImages } from './image-source.ts'
import { createImageImporter, type ImageOptions } from './import-images.ts'
import { type Found, type Place, TOO_DEEP } from './parsed-post.ts'
import { cascadeIn, foundInHtmlFile, foundInPostFile, isSectionFile } from './post-file.ts'
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
  html: foundInHtmlFile,
  htm: foundInHtmlFile,
  json: readGhostExport,
  xml: readWordPressExport,
}

/** Posts in these are reported, but not read. */
const UNREAD_EXTENSIONS =
  'org rst adoc asciidoc asc textile wiki creole rmd qmd mdoc ipynb docx odt rtf'.split(' ')

export const SOURCE_EXTENSIONS = [...Object.keys(READERS), ...UNREAD_EXTENSIONS]

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
  const versions = Map.groupBy(files, (file) => languageOfPath(placeOf(file)).neutral)
  for (const file of files) {
    const inherited = cascades
      .filter(({ folder }) => placeOf(file).startsWith(folder))
      .flatMap(({ fields }) => fields)
    const wanted = collectImages(importer?.isWanted ?? (() => false))
    // The first pass collects image URLs, the second inserts their new paths.
    const isTranslated = (versions.get(languageOfPath(placeOf(file)).neutral)?.length ?? 0) > 1
    const first = readSource(file, { now, images: wanted, inherited, isTranslated })
    const isRead = !importer || wanted.urls.size === 0
    const { all, note } = isRead
      ? first
      : readSource(file, {
          now,
          images: await importer.importImages(wanted.urls, file.path),
          inherited,
          isTranslated,
        })
    const damaged = note === null ? [] : damagedIn(all)
    for (const found of all) {
      const name = found.kind === 'unreadable' && all.length === 1 ? null : nameOf(found)
      const outcome: Outcome = {
        file: file.path,
        name,
        result: 'skipped',
        slug: null,
        redirects: [],
        isKeptBack: false,
        isScheduled: false,
        notes: [],
      }
      outcomes.push(outcome)
      if (found.kind !== 'post') {
        if (found.kind === 'other') outcome.result = 'not a post'
        if (found.kind === 'unread') outcome.result = 'not read'
        outcome.notes.push(found.reason)
        continue
      }
      if (note !== null && damaged.includes(found)) outcome.notes.push(note)
      const prepared = preparePost(found.post, isPublished, now)
      outcome.notes.push(...prepared.notes)
      outcome.isKeptBack = prepared.isKeptBack
      outcome.isScheduled = prepared.isScheduled
      if (prepared.post) await writer.add(prepared.post, outcome)
    }
  }
  await writer.finish()
  const kinds = new Set(
    outcomes.flatMap(({ file, result }) => (result === 'imported' ? (EXTENSION.exec(file)?.[1] ?? '') : [])),
  )
  const feeds = [...kinds].flatMap((kind) => FEED_PATHS[kind] ?? [])
  if (feeds.length > 0) await addFeedRedirects(db, by, feeds, now)
  return outcomes
}

const EXTENSION = /\.(\w+)$/

const placeOf = ({ path, place = path }: SourceFile) => place

const cascadesOf = (files: SourceFile[]) =>
  files
    .filter((file) => isSectionFile(placeOf(file)))
    .map((file) => {
      const folder = placeOf(file).slice(0, placeOf(file).lastIndexOf('/') + 1)
      return { folder, fields: cascadeIn(() => decodeText(file.read()).text) }
    })

/** The posts with unreadable characters; the first if those are elsewhere. */
function damagedIn(all: Found[]): Found[] {
  const damaged = all.filter((found) => JSON.stringify(found).includes('\uFFFD'))
  return damaged.length > 0 ? damaged : all.slice(0, 1)
}

const nameOf = (found: Found) =>
  found.kind === 'post' ? found.post.title || found.post.slug || 'untitled' : found.name

/** `note`: which bytes couldn't be read. */
function readSource(file: SourceFile, around: Omit<Place, 'path'>): { all: Found[]; note: string | null } {
  const { path, read } = file
  try {
    const extension = EXTENSION.exec(path)?.[1]?.toLowerCase() ?? ''
    const reader = READERS[extension]
    const reason = `Only files ending in ${Object.keys(READERS).join(', ')} can be imported`
    if (UNREAD_EXTENSIONS.includes(extension))
      return { all: [{ kind: 'unread', name: path, reason }], note: null }
    if (!reader) throw invalid(reason)
    const { text, note } = decodeText(read())
    return { all: reader(text, { path: placeOf(file), ...around }), note }
  } catch (error) {
    return { all: [{ kind: 'unreadable', name: path, reason: reasonOf(error) }], note: null }
  }
}

/** Any error concerns this file only. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  if (errorCode(error)) return `The file can't be opened: ${errorCode(error)}`
  if (!(error instanceof Error)) throw error
  return error instanceof RangeError ? TOO_DEEP : `The file is unreadable: ${error.message}`
}
