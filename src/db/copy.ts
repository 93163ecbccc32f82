import { Database as Sqlite } from 'bun:sqlite'
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFile, syncFolder } from '#src/lib/durable-files.ts'
import { writeChecksum } from './file-checksum.ts'
import { openForReading } from './read-file.ts'
import { EXCLUDED_TABLES } from './schema.ts'
import { type DatabaseFacts, verifyDatabase } from './verify.ts'

/** Consistent even while a server writes. Leaves no file on failure. `isAtRest`: nobody has the source open. */
export async function copyDatabase(
  source: string,
  target: string,
  { isAtRest = false } = {},
): Promise<DatabaseFacts> {
  const unfinished = unfinishedName(target)
  removeDatabase(unfinished)
  try {
    // Created first, because SQLite would make it readable by others.
    writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' })
    const from = isAtRest ? openForReading(source) : new Sqlite(source, { readwrite: true, create: false })
    try {
      from.run('PRAGMA busy_timeout = 5000')
      from.run('VACUUM INTO ?', [unfinished])
    } finally {
      from.close()
    }
    chmodSync(unfinished, 0o600)
    emptyExcludedTables(unfinished)
    writeChecksum(unfinished)
    const facts = await verifyDatabase(unfinished)
    syncFile(unfinished)
    renameSync(unfinished, target)
    syncFolder(dirname(target))
    return facts
  } catch (error) {
    removeDatabase(unfinished)
    throw error
  }
}

export const unfinishedName = (target: string) => `${target}.unfinished`

export function removeDatabase(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}

function emptyExcludedTables(path: string): void {
  const copy = new Sqlite(path, { readwrite: true, create: false })
  try {
    copy.run('PRAGMA trusted_schema = OFF')
    copy.run('PRAGMA secure_delete = ON')
    // A journal on disk would contain the deleted data.
    copy.run('PRAGMA journal_mode = MEMORY')
    for (const table of EXCLUDED_TABLES) {
      const isThere = copy.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)
      if (isThere) copy.run(`DELETE FROM ${table}`)
    }
  } finally {
    copy.close(true)
  }
}
