import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { StartError } from '#src/errors.ts'
import { isAsSealed } from './checksum.ts'
import { APPLICATION_ID } from './embedded.ts'
import { findForeign } from './find-foreign.ts'
import { readVersion, refuseOthers } from './inspect.ts'
import { MIGRATIONS } from './migrate.ts'
import { DamagedError, peek, type Read } from './peek.ts'

/** What a good database holds. */
export type DatabaseFacts = {
  /** The number of the last change that it has seen. */
  version: number
  /** How many rows each table has that people would ask for, by the name of the table. */
  counts: Record<string, number>
  /** When something in it was written down last, as far as it tells: ISO 8601, UTC. Null when it doesn't. */
  changedAt: string | null
}

/** Where a time is written at each thing that happens, and what has them there. */
const TIMES = [
  ['migrations', 'applied_at'],
  ['contacts', 'created_at'],
  ['audit_entries', 'at'],
  ['posts', 'updated_at'],
  ['analysis_runs', 'at'],
] as const

const TIME_PATTERN = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'

/** What the server keeps for itself. */
const OWN_TABLES = [
  'migrations',
  'content_version',
  'search_texts',
  'search_pending',
  'audit_anchor',
  'visitors',
  'visitor_salts',
  'sessions',
  'secrets',
  'new_browsers',
  'personal_tokens',
  'password_links',
  'used_challenges',
]

/**
 * Reads all of a database file that no server works on, and leaves no trace beside it. Throws StartError when there is
 * none or it is another program's, DamagedError when anything in it is broken. One of a newer release is fine here.
 */
export async function verifyDatabase(path: string): Promise<DatabaseFacts> {
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`)
  if (!statSync(path).isFile()) throw new StartError(`${path} is not a file.`)
  if (statSync(path).size === 0) throw new DamagedError(path, 'is empty')

  const isOurs = headerOf(path).readUInt32BE(ID_AT) === APPLICATION_ID
  if (isOurs && !isAsSealed(path)) throw new DamagedError(path, 'is damaged: it is not as it was made')
  // Before the tables are read: what is missing may be a part of their definitions.
  if (isOurs && isCutOff(path)) throw new DamagedError(path, 'is damaged: its end is missing')

  return peek(path, async (read) => {
    refuseOthers(path, read)
    const fault = findFault(read)
    if (fault !== null) throw new DamagedError(path, `is damaged: ${fault}`)
    const version = await readVersion(read)
    if (version === 0) throw new DamagedError(path, 'holds nothing of this program')
    // What a newer release has in it nobody here can tell.
    if (version > (MIGRATIONS.at(-1)?.id ?? 0)) return { version, counts: countRows(read), changedAt: null }
    const foreign = await findForeign(version, read)
    if (foreign !== null) throw new DamagedError(path, `is damaged: ${foreign}`)
    return { version, counts: countRows(read), changedAt: newestTime(read) }
  })
}

/** Where the header of a database file has what: https://www.sqlite.org/fileformat2.html#the_database_header */
const HEADER_BYTES = 100
const PAGE_BYTES_AT = 16
const PAGES_AT = 28
const ID_AT = 68
/** What the two bytes of the size of a page hold for 65,536. */
const LARGEST_PAGE = 1

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    readSync(file, header)
    return header
  } finally {
    closeSync(file)
  }
}

/** Less than a page that is missing at the end does not trouble SQLite. With a log beside the file, its size says little. */
function isCutOff(path: string): boolean {
  const header = headerOf(path)
  const pageBytes = header.readUInt16BE(PAGE_BYTES_AT)
  const pages = header.readUInt32BE(PAGES_AT)
  return (
    !existsSync(`${path}-wal`) &&
    statSync(path).size < pages * (pageBytes === LARGEST_PAGE ? 65_536 : pageBytes)
  )
}

function findFault(read: Read): string | null {
  const [[found] = []] = read('PRAGMA integrity_check(1)')
  if (found !== 'ok') return String(found).replaceAll(/\s+/g, ' ').trim()
  const [[table, , parent] = []] = read('PRAGMA foreign_key_check')
  return table === undefined ? null : `a row of ${table} belongs to one of ${parent} that is not there`
}

function countRows(read: Read): Record<string, number> {
  const tables = read(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
  )
  return Object.fromEntries(
    tables
      .map(([name]) => String(name))
      .filter((name) => !OWN_TABLES.includes(name) && !name.startsWith('post_index'))
      .map((name) => [name, Number(read(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)[0]?.[0])]),
  )
}

function newestTime(read: Read): string | null {
  const tables = read("SELECT name FROM sqlite_schema WHERE type = 'table'").map(([name]) => name)
  const newest = TIMES.filter(([table]) => tables.includes(table)).map(
    ([table, column]) =>
      read(`SELECT max(${column}) FROM ${table} WHERE ${column} GLOB '${TIME_PATTERN}'`)[0]?.[0],
  )
  const times = newest.filter((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)))
  return times.map(String).sort().at(-1) ?? null
}
