import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import { IMAGE_MAX_BYTES, IMAGES_PATH, imageAt, imagePathsIn } from '#domain/images.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/db/database.ts'
import { hasDatabase, joinDatabase } from '#src/db/join.ts'
import { openDatabase } from '#src/db/open.ts'
import { StartError } from '#src/errors.ts'
import { readImage } from '#src/images/store.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import { createPublicFetch, IMAGES } from '#src/lib/public-fetch/public-fetch.ts'
import { findPost, listPostIds } from '#src/posts/store.ts'
import { createDownloads } from '#src/posts/transfer/image-downloads.ts'
import { IMPORTED_EXTENSIONS, importFiles } from '#src/posts/transfer/import.ts'
import { writePostFile } from '#src/posts/transfer/post-file.ts'
import type { ImageOptions } from '#src/posts/transfer/take-images.ts'
import type { Outcome } from '#src/posts/transfer/write-posts.ts'
import { userAgentOf } from '#src/version.ts'
import type { Command, Io } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, told } from './database.ts'
import { printable } from './printable.ts'

const FLAGS = {
  export: DATABASE_FLAGS,
  import: { ...DATABASE_FLAGS, published: 'boolean', report: 'string', images: 'boolean', from: 'string' },
} as const

const help = `Usage: passwright posts export FOLDER
       passwright posts import FOLDER|FILE [--published] [--report FILE] [--images] [--from URL]

Writes every post to a Markdown file, with its images beside it, or takes posts over from Markdown files, a Ghost export (JSON) or a WordPress
export (WXR). Works on the database itself, also while the server runs. A file or post that can't be taken over is
named and left out; so is one whose address is taken, so an import can be repeated. Makes a database where there is none.

  --published            publish what was public where it comes from (default: every imported post is a draft)
  --report FILE          write there, as JSON, what became of each post and what of it was changed or left out
  --images               take images over too: from the folder, or downloaded from where they are (default: links)
  --from URL             where the blog was, for images whose addresses name no host
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

const isAct = (word: string | undefined): word is keyof typeof FLAGS =>
  word !== undefined && Object.hasOwn(FLAGS, word)

/** `passwright posts`: the blog as files, and files as a blog. */
export const postsCommand: Command = {
  help,
  takes: Object.entries(FLAGS).map(([word, flags]) => ({ word, flags })),
  run: async ([word, place, ...args], io) => {
    if (!isAct(word)) throw new StartError('Please say what to do: export or import.')
    if (place === undefined || place.startsWith('-')) {
      throw new StartError(`Please name a folder${word === 'import' ? ' or a file' : ''} after ${word}.`)
    }
    const flags = readFlags(args, FLAGS[word])
    const config = databaseConfig(flags, io.env)
    const files = word === 'import' ? sourcesAt(place) : []
    const images = imageOptions(place, flags, config)
    const given = flags.get('report')
    const report = typeof given === 'string' ? given : undefined
    if (report !== undefined) onDisk(report, () => writeFileSync(report, ''))
    const { db, close } = hasDatabase(config)
      ? await joinDatabase(config)
      : await openDatabase({ ...config, now: () => new Date() })
    try {
      if (word === 'import')
        return await importAll(db, files, { isPublished: flags.has('published'), report, images }, io)
      return await exportAll(db, place, io)
    } catch (error) {
      throw told(error)
    } finally {
      await close()
    }
  },
}

async function exportAll(db: Database, folder: string, { out }: Io): Promise<number> {
  const ids = await listPostIds(db)
  onDisk(folder, () => mkdirSync(folder, { recursive: true }))
  const paths = new Set<string>()
  for (const id of ids) {
    const post = await findPost(db, id)
    for (const path of imagePathsIn(post.content)) paths.add(path)
    onDisk(folder, () => replaceFile(join(folder, `${post.slug}.md`), writePostFile(post)))
  }
  const count = await exportImages(db, folder, paths)
  const images = count === 0 ? '' : ` and ${count === 1 ? '1 image' : `${count} images`}`
  out(`Exported ${posts(ids.length)}${images} to ${folder}.`)
  return 0
}

/** Answers how many there are. */
async function exportImages(db: Database, folder: string, paths: ReadonlySet<string>): Promise<number> {
  if (paths.size === 0) return 0
  onDisk(folder, () => mkdirSync(join(folder, IMAGES_PATH), { recursive: true }))
  let count = 0
  for (const path of paths) {
    const address = imageAt(path)
    const bytes = address && (await readImage(db, address))
    if (!bytes) continue
    onDisk(folder, () => replaceFile(join(folder, path), bytes))
    count += 1
  }
  return count
}

/** Takes the place of whatever is there: of a link, and not of what that leads to. */
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

type ImportOptions = { isPublished: boolean; report: string | undefined; images: ImageOptions }

async function importAll(
  db: Database,
  paths: string[],
  { isPublished, report, images }: ImportOptions,
  { out, err }: Io,
): Promise<number> {
  const files = paths.map((path) => ({ path, read: () => readFileSync(path) }))
  const outcomes = await importFiles(db, COMMAND_LINE, files, { isPublished, now: new Date(), images })
  const imported = outcomes.filter(({ result }) => result === 'imported')
  const leftOut = outcomes.filter(({ result }) => result === 'left out')
  const others = outcomes.length - imported.length - leftOut.length
  const changed = imported.filter(({ notes }) => notes.length > 0).length
  const outcomesOf = Map.groupBy(outcomes, ({ file }) => file)
  for (const { file, name, notes } of leftOut) {
    const isAlone = name === null || outcomesOf.get(file)?.length === 1
    err(`Left out ${printable(isAlone ? file : `${file}: ${name}`)}: ${printable(notes[0] ?? '')}`)
  }
  if (report !== undefined) onDisk(report, () => writeFileSync(report, reportOf(outcomes)))
  const count = imported.length
  const state = isPublished ? '' : count === 1 ? ' as a draft' : ' as drafts'
  out(`Imported ${posts(count)}${state}${leftOut.length > 0 ? `, left out ${leftOut.length}` : ''}.`)
  if (others > 0) out(`Left out ${others} other ${others === 1 ? 'item' : 'items'}, such as pages and files.`)
  if (changed > 0) {
    const where = report === undefined ? '--report FILE writes down what' : `see ${report}`
    out(`Something was changed or left out in ${posts(changed)}: ${where}.`)
  }
  return leftOut.length > 0 ? 1 : 0
}

function imageOptions(place: string, flags: Flags, config: Config): ImageOptions {
  const given = flags.get('from')
  const from = typeof given === 'string' ? URL.parse(given) : undefined
  if (from === null || (from && !/^https?:$/.test(from.protocol))) {
    throw new StartError('--from must be an address like https://example.com.')
  }
  const fetch = createPublicFetch({
    wanted: IMAGES,
    allowPrivate: config.analyzerAllowPrivate,
    userAgent: userAgentOf(config.siteUrl),
    limits: { wireBytes: IMAGE_MAX_BYTES, decodedBytes: IMAGE_MAX_BYTES },
  })
  return {
    root: statSync(place, { throwIfNoEntry: false })?.isDirectory() ? place : dirname(place),
    from,
    download: flags.has('images') ? createDownloads({ fetch, clock: () => performance.now() }) : undefined,
    totalMb: config.imagesMb,
  }
}

/** By file, then by post. */
function reportOf(outcomes: Outcome[]): string {
  const files = [...Map.groupBy(outcomes, ({ file }) => file)].map(([file, found]) => ({
    file,
    posts: found.map(({ name, result, slug, notes }) => ({ name, result, slug, notes })),
  }))
  return `${JSON.stringify({ files }, null, 2)}\n`
}

/** The file itself, or all files in the folder, and those in it, that could hold posts. */
const sourcesAt = (place: string): string[] =>
  onDisk(place, () => (statSync(place).isDirectory() ? sourcesIn(place, new Set()) : [place]))

/** Each folder is looked into once, as links may lead in a circle; `seen` are those that were. */
function sourcesIn(folder: string, seen: Set<string>): string[] {
  const real = realpathSync(folder)
  if (seen.has(real)) return []
  seen.add(real)
  return readdirSync(folder)
    .filter((name) => !isHidden(name))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      const kind = kindOf(path)
      if (kind === 'folder') return sourcesIn(path, seen)
      return kind !== 'other' && isSource(name) ? [path] : []
    })
}

/** What can't be looked at, such as a link that leads nowhere, is told of when its turn to be read comes. */
function kindOf(path: string): 'folder' | 'file' | 'other' | 'unknown' {
  try {
    const stat = statSync(path)
    return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'unknown'
    throw error
  }
}

/** Hidden files and folders belong to other programs. */
const isHidden = (name: string) => name.startsWith('.')

const isSource = (name: string) =>
  IMPORTED_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`))

/** Throws StartError for what the system refuses. */
function onDisk<Result>(place: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new StartError(`There is nothing at ${place}.`, { cause: error })
    if (code === undefined) throw error
    throw new StartError(`${place} can't be used: ${code}.`, { cause: error })
  }
}

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)
