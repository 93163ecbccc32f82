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
import { join } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { joinDatabase } from '#src/db/join.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import { findPost, listPosts } from '#src/posts/store.ts'
import { IMPORTED_EXTENSIONS, importFile } from '#src/posts/transfer/import.ts'
import { writePostFile } from '#src/posts/transfer/post-file.ts'
import type { Command, Io } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, told } from './database.ts'

const FLAGS = {
  export: DATABASE_FLAGS,
  import: { ...DATABASE_FLAGS, published: 'boolean' },
} as const

const help = `Usage: passwright posts export FOLDER
       passwright posts import FOLDER|FILE [--published]

Writes every post to a Markdown file, or takes posts over from Markdown files, a Ghost export (JSON) or a WordPress
export (WXR). Works on the database itself, also while the server runs. A file or post that can't be taken over is
named and left out; so is one whose address is taken, so an import can be repeated.

  --published            publish what was public where it comes from (default: every imported post is a draft)
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

const isAct = (word: string | undefined): word is keyof typeof FLAGS =>
  word !== undefined && Object.hasOwn(FLAGS, word)

/** `passwright posts`: the blog as files, and files as a blog. */
export const postsCommand: Command = {
  name: 'posts',
  summary: 'Export the blog to files, or import it from some',
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
    const { db, close } = await joinDatabase(config)
    try {
      if (word === 'import') return await importAll(db, files, flags.has('published'), io)
      return await exportAll(db, place, io)
    } catch (error) {
      throw told(error)
    } finally {
      await close()
    }
  },
}

async function exportAll(db: Database, folder: string, { out }: Io): Promise<number> {
  const { rows } = await listPosts(db, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  onDisk(folder, () => mkdirSync(folder, { recursive: true }))
  for (const { id } of rows) {
    const post = await findPost(db, id)
    onDisk(folder, () => replaceFile(join(folder, `${post.slug}.md`), writePostFile(post)))
  }
  out(`Exported ${posts(rows.length)} to ${folder}.`)
  return 0
}

/** Takes the place of whatever is there: of a link, and not of what that leads to. */
function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.${crypto.randomUUID()}`
  try {
    writeFileSync(unfinished, text, { flag: 'wx' })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

async function importAll(
  db: Database,
  files: string[],
  isPublished: boolean,
  { out, err }: Io,
): Promise<number> {
  const now = new Date()
  let count = 0
  let skipped = 0
  for (const path of files) {
    const file = { path, read: () => readFileSync(path) }
    const imported = await importFile(db, COMMAND_LINE, file, { isPublished, now })
    count += imported.count
    skipped += imported.skipped.length
    for (const { name, reason } of imported.skipped) err(`Left out ${printable(name)}: ${printable(reason)}`)
  }
  const state = isPublished ? '' : count === 1 ? ' as a draft' : ' as drafts'
  out(`Imported ${posts(count)}${state}${skipped > 0 ? `, left out ${skipped}` : ''}.`)
  return skipped > 0 ? 1 : 0
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

/** Words from elsewhere must not command the terminal. */
const printable = (words: string) => (/\p{Cc}/u.test(words) ? JSON.stringify(words) : words)
