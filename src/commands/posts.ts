import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import { IMAGE_MAX_BYTES, IMAGES_PATH, imagePathsIn, parseImagePath } from '#domain/images.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/db/database.ts'
import { invalid, StartError } from '#src/errors.ts'
import { readImage } from '#src/images/store.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import { createPublicFetch, IMAGES } from '#src/lib/public-fetch/public-fetch.ts'
import { findPost, findPostToExport, listPostIds, listSlugs } from '#src/posts/store.ts'
import { createDownloads } from '#src/posts/transfer/image-downloads.ts'
import { importFiles, SOURCE_EXTENSIONS } from '#src/posts/transfer/import.ts'
import type { ImageOptions } from '#src/posts/transfer/import-images.ts'
import { isDraftFolder } from '#src/posts/transfer/kept-back.ts'
import { isOwnFile, writePostFile } from '#src/posts/transfer/post-file.ts'
import type { Outcome } from '#src/posts/transfer/write-posts.ts'
import { userAgentOf } from '#src/version.ts'
import { commandOf, type Io } from './command.ts'
import { DATABASE_FLAGS, DATABASE_HELP, databaseConfig, openOrCreate, withDatabase } from './database.ts'

const FLAGS = {
  export: { ...DATABASE_FLAGS, force: 'boolean' },
  import: {
    ...DATABASE_FLAGS,
    published: 'boolean',
    report: 'string',
    images: 'boolean',
    root: 'string',
    from: 'string',
  },
} as const

const help = `Usage: passwright posts export FOLDER [--force]
       passwright posts import FOLDER|FILE [--published] [--report FILE] [--images] [--root FOLDER]
                                             [--from URL]

Writes every post to a Markdown file, with its images next to it, or imports posts from Markdown files, a Ghost export
(JSON) or a WordPress export (WXR). Works directly on the database, even while the server is running. Skips and reports
files and posts that can't be imported or were imported before, so an import can be repeated. Exits with status 1 if
something that looks like a post was skipped or not read. Creates the database if it doesn't exist.

  --force                replace files in the folder that aren't exports (default: nothing is written if there are any)
  --published            publish posts that were public at the source (default: every imported post is a draft)
  --report FILE          write a JSON report of each post and what was changed or left out
  --images               import images too, from the folder or by download (default: link to them)
  --root FOLDER          the site's folder, for images outside the imported one (default: only from inside it)
  --from URL             the blog's former address, for images with relative addresses
${DATABASE_HELP}`

const MISSING = {
  export: 'Specify a folder: passwright posts export FOLDER.',
  import: 'Specify a folder or file: passwright posts import FOLDER|FILE.',
} as const

export const postsCommand = commandOf(help, FLAGS, async (word, [location, ...args], io) => {
  if (location === undefined || location.startsWith('-')) throw new StartError(MISSING[word])
  const flags = readFlags(args, FLAGS[word])
  const config = databaseConfig(flags, io.env)
  const files = word === 'import' ? sourcesAt(location) : []
  const images = imageOptions(location, flags, config)
  const given = flags.get('report')
  const report = typeof given === 'string' ? given : undefined
  if (report !== undefined) withFileErrors(report, () => writeFileSync(report, '', { flag: 'a' }))
  return await withDatabase(openOrCreate(config), (db) =>
    word === 'import'
      ? importAll(db, files, { location, isPublished: flags.has('published'), report, images }, io)
      : exportAll(db, location, flags.has('force'), io),
  )
})

async function exportAll(db: Database, folder: string, isForced: boolean, { out }: Io): Promise<number> {
  const slugs = await listSlugs(db)
  for (const slug of slugs) requireFileName(slug)
  withFileErrors(folder, () => mkdirSync(folder, { recursive: true }))
  const ids = await listPostIds(db)
  const paths = new Set<string>()
  for (const id of ids) for (const path of imagePathsIn((await findPost(db, id)).content)) paths.add(path)
  if (!isForced) {
    for (const slug of slugs) withFileErrors(folder, () => requireOwnPost(fileOf(folder, slug)))
    for (const path of paths) await requireSameImage(db, folder, path)
  }

  for (const id of ids) {
    const post = await findPostToExport(db, id)
    requireFileName(post.slug)
    withFileErrors(folder, () => replaceFile(fileOf(folder, post.slug), writePostFile(post)))
  }
  const count = await exportImages(db, folder, paths)
  const images = count === 0 ? '' : ` and ${count === 1 ? '1 image' : `${count} images`}`
  out(`Exported ${posts(ids.length)}${images} to ${folder}.`)
  return 0
}

const fileOf = (folder: string, slug: string) => join(folder, `${slug}.md`)

/** A crafted backup could contain '../x'. */
function requireFileName(slug: string): void {
  if (/^[a-z0-9-]+$/.test(slug)) return
  throw new StartError(
    `The URL slug ${escapeForTerminal(JSON.stringify(slug))} can't be a file name. Change it in the admin area first.`,
  )
}

function requireOwnPost(path: string): void {
  const known = existingFile(path)
  if (known && !isOwnFile(known.toString())) throw notOurs(path)
}

async function requireSameImage(db: Database, folder: string, path: string): Promise<void> {
  const known = withFileErrors(folder, () => existingFile(join(folder, path)))
  const address = known && parseImagePath(path)
  const bytes = address && (await readImage(db, address))
  if (known && bytes && !known.equals(bytes)) throw notOurs(join(folder, path))
}

/** Null for a link, because replacing it leaves its target unchanged. */
function existingFile(path: string): Buffer | null {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null
}

const notOurs = (path: string) =>
  new StartError(`${path} wasn't created by an export. Nothing was written. Pass --force to replace it.`)

/** Returns the number of images. */
async function exportImages(db: Database, folder: string, paths: ReadonlySet<string>): Promise<number> {
  if (paths.size === 0) return 0
  withFileErrors(folder, () => mkdirSync(join(folder, IMAGES_PATH), { recursive: true }))
  let count = 0
  for (const path of paths) {
    const address = parseImagePath(path)
    const bytes = address && (await readImage(db, address))
    if (!bytes) continue
    withFileErrors(folder, () => replaceFile(join(folder, path), bytes))
    count += 1
  }
  return count
}

/** Replaces a link itself, not its target. */
function replaceFile(path: string, text: string | Uint8Array): void {
  const unfinished = `${path}.${crypto.randomUUID()}`
  try {
    writeFileSync(unfinished, text, { flag: 'wx' })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

type ImportOptions = {
  location: string
  isPublished: boolean
  report: string | undefined
  images: ImageOptions
}

async function importAll(
  db: Database,
  paths: string[],
  { location, isPublished, report, images }: ImportOptions,
  { out, err }: Io,
): Promise<number> {
  const files = paths.map((path) => ({
    path,
    place: placeOf(path, location),
    read: () => readSource(path, location),
  }))
  const outcomes = await importFiles(db, COMMAND_LINE, files, { isPublished, now: new Date(), images })
  const imported = outcomes.filter(({ result }) => result === 'imported')
  const skipped = outcomes.filter(({ result }) => result === 'skipped')
  const unread = Map.groupBy(
    outcomes.filter(({ result }) => result === 'not read'),
    ({ file }) => extname(file).toLowerCase(),
  )
  const others = outcomes.filter(({ result }) => result === 'not a post').length
  const changed = imported.filter(({ notes }) => notes.length > 0).length
  const outcomesOf = Map.groupBy(outcomes, ({ file }) => file)
  for (const { file, name, notes } of skipped) {
    const isAlone = name === null || outcomesOf.get(file)?.length === 1
    err(
      `Skipped ${escapeForTerminal(isAlone ? file : `${file}: ${name}`)}: ${escapeForTerminal(notes[0] ?? '')}`,
    )
  }
  if (report !== undefined) withFileErrors(report, () => writeFileSync(report, reportOf(outcomes, unread)))
  const count = imported.length
  const state = isPublished ? '' : count === 1 ? ' as a draft' : ' as drafts'
  out(`Imported ${posts(count)}${state}${skipped.length > 0 ? `, skipped ${skipped.length}` : ''}.`)
  for (const [kind, { length }] of unread)
    out(length === 1 ? `1 ${kind} file wasn't read.` : `${length} ${kind} files weren't read.`)
  if (others > 0) out(`Skipped ${others} other ${others === 1 ? 'item' : 'items'}, such as pages and files.`)
  const redirects = imported.reduce((sum, outcome) => sum + outcome.redirects.length, 0)
  if (redirects > 0)
    out(
      `${redirects === 1 ? '1 former address redirects' : `${redirects} former addresses redirect`} to them once they are published.`,
    )
  if (changed > 0) {
    const where = report === undefined ? 'use --report FILE for details' : `see ${report}`
    out(`Some content of ${posts(changed)} was changed or left out; ${where}.`)
  }
  const scheduled = imported.filter(({ isScheduled }) => isScheduled).length
  if (scheduled > 0) {
    const verb =
      scheduled === 1
        ? 'is scheduled: the schedule publishes it at its'
        : 'are scheduled: the schedule publishes them at their'
    out(`${scheduled} of them ${verb} date.`)
  }
  const kept = isPublished ? imported.filter(({ isKeptBack }) => isKeptBack).length : 0
  if (kept > 0) {
    const verb =
      kept === 1
        ? "is a draft: it wasn't public at the source, or needs"
        : "are drafts: they weren't public at the source, or need"
    out(`${kept} of them ${verb} an edit; the report has the reasons.`)
  }
  return skipped.length > 0 || unread.size > 0 ? 1 : 0
}

/** From the folder on, because names above it mean nothing, except those of drafts. */
function placeOf(path: string, location: string): string {
  const above = dirname(path === location ? dirname(resolve(path)) : resolve(location))
  return [...above.split(sep).filter(isDraftFolder), ...relative(above, resolve(path)).split(sep)].join('/')
}

function imageOptions(location: string, flags: Flags, config: Config): ImageOptions {
  const given = flags.get('from')
  const from = typeof given === 'string' ? URL.parse(given) : undefined
  if (from === null || (from && !/^https?:$/.test(from.protocol))) {
    throw new StartError('--from must be an address like https://example.com.')
  }
  const root = flags.get('root')
  if (typeof root === 'string') withFileErrors(root, () => readdirSync(root))
  const isFolder = statSync(location, { throwIfNoEntry: false })?.isDirectory()
  const fetch = createPublicFetch({
    wanted: IMAGES,
    allowPrivate: config.analyzerAllowPrivate,
    userAgent: userAgentOf(config.siteUrl),
    limits: { wireBytes: IMAGE_MAX_BYTES, decodedBytes: IMAGE_MAX_BYTES },
  })
  return {
    root: typeof root === 'string' ? root : isFolder ? location : dirname(location),
    from,
    download: flags.has('images') ? createDownloads({ fetch, clock: () => performance.now() }) : undefined,
    totalMb: config.imagesMb,
  }
}

/** By file, then by post; `notRead` counts files by kind. */
function reportOf(outcomes: Outcome[], unread: ReadonlyMap<string, Outcome[]>): string {
  const files = [...Map.groupBy(outcomes, ({ file }) => file)].map(([file, found]) => ({
    file,
    posts: found.map(({ name, result, slug, redirects, notes }) => ({
      name,
      result,
      slug,
      redirects,
      notes,
    })),
  }))
  const notRead = Object.fromEntries(Array.from(unread, ([kind, { length }]) => [kind, length]))
  return `${JSON.stringify({ files, notRead }, null, 2)}\n`
}

/** The file, or all importable files below the folder, and links, which are reported. */
const sourcesAt = (location: string): string[] =>
  withFileErrors(location, () => (statSync(location).isDirectory() ? sourcesIn(location) : [location]))

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isHidden(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return sourcesIn(path)
      return (entry.isFile() || entry.isSymbolicLink()) && isSource(entry.name) ? [path] : []
    })

/** A link given by name is followed; one in a folder could lead anywhere. */
function readSource(path: string, location: string): Buffer {
  if (path !== location && lstatSync(path).isSymbolicLink()) {
    throw invalid('This is a symbolic link, which imports don’t follow')
  }
  return readFileSync(path)
}

/** Hidden files belong to other programs. */
const isHidden = (name: string) => name.startsWith('.')

const isSource = (name: string) =>
  SOURCE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`))

/** Turns file system errors into StartError. */
function withFileErrors<Result>(location: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new StartError(`${location} doesn't exist.`, { cause: error })
    if (code === undefined) throw error
    throw new StartError(`${location} can't be used: ${code}.`, { cause: error })
  }
}

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)
