import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { StartError } from '#src/errors.ts'
import { readVersion, refuseOtherPrograms } from './check-file.ts'
import { APPLICATION_ID } from './embedded.ts'
import { matchesChecksum } from './file-checksum.ts'
import { MIGRATIONS } from './migrate.ts'
import { DamagedError, type Read, readDatabaseFile } from './read-file.ts'
import { requireReadable } from './require-readable.ts'
import { INTERNAL_TABLES } from './schema.ts'
import { findSchemaDifference } from './schema-difference.ts'

const CHANGED = "is damaged, or another program changed it, for example by VACUUM: its checksum doesn't match"

export type DatabaseFacts = {
  version: number
  counts: Record<string, number>
  changedAt: string | null
}

const TIMES = [
  ['migrations', 'applied_at'],
  ['contacts', 'created_at'],
  ['audit_entries', 'at'],
  ['posts', 'updated_at'],
  ['analysis_runs', 'at'],
] as const

const TIME_PATTERN = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'

/** The file must not be in use. Throws StartError if missing or another program's, DamagedError if corrupt. */
export async function verifyDatabase(path: string): Promise<DatabaseFacts> {
  requireReadable(path, `There is no file ${path}.`)
  if (!statSync(path).isFile()) throw new StartError(`${path} is not a file.`)
  if (statSync(path).size === 0) throw new DamagedError(path, 'is empty')

  const isOurs = headerOf(path).readUInt32BE(ID_AT) === APPLICATION_ID
  if (isOurs && !matchesChecksum(path)) throw new DamagedError(path, CHANGED)
  // Before the rest: the missing part may contain table definitions.
  if (isOurs && isTruncated(path)) throw new DamagedError(path, 'is damaged: the file is truncated')

  return readDatabaseFile(path, async (read) => {
    refuseOtherPrograms(path, read)
    const fault = findFault(read)
    if (fault !== null) throw new DamagedError(path, `is damaged: ${fault}`)
    const version = await readVersion(read)
    if (version === 0) throw new DamagedError(path, 'is empty: it has no Passwright tables')
    if (version > (MIGRATIONS.at(-1)?.id ?? 0)) return { version, counts: countRows(read), changedAt: null }
    const foreign = await findSchemaDifference(version, read)
    if (foreign !== null) throw new DamagedError(path, `is damaged: ${foreign}`)
    return { version, counts: countRows(read), changedAt: newestTime(read) }
  })
}

/** https://www.sqlite.org/fileformat2.html#the_database_header */
const HEADER_BYTES = 100
const PAGE_BYTES_AT = 16
const PAGES_AT = 28
const ID_AT = 68
/** The page size field holds 1 for 65,536. */
const PAGE_65536 = 1

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

/** SQLite ignores a missing partial page. With a write-ahead log, the file's size proves nothing. */
function isTruncated(path: string): boolean {
  const header = headerOf(path)
  const pageBytes = header.readUInt16BE(PAGE_BYTES_AT)
  const pages = header.readUInt32BE(PAGES_AT)
  return (
    !existsSync(`${path}-wal`) &&
    statSync(path).size < pages * (pageBytes === PAGE_65536 ? 65_536 : pageBytes)
  )
}

function findFault(read: Read): string | null {
  const [[found] = []] = read('PRAGMA integrity_check(1)')
  if (found !== 'ok') return String(found).replaceAll(/\s+/g, ' ').trim()
  const [[table, , parent] = []] = read('PRAGMA foreign_key_check')
  return table === undefined ? null : `a row of ${table} references a missing row of ${parent}`
}

function countRows(read: Read): Record<string, number> {
  const tables = read(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
  )
  return Object.fromEntries(
    tables
      .map(([name]) => String(name))
      .filter((name) => !INTERNAL_TABLES.includes(name) && !name.startsWith('post_index'))
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
