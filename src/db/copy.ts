import { Database as Sqlite } from 'bun:sqlite'
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFile, syncFolder } from '#src/lib/durable.ts'
import { sealCopy } from './checksum.ts'
import { openForReading } from './peek.ts'
import { type DatabaseFacts, verifyDatabase } from './verify.ts'

/**
 * What no copy takes along. Today's visitor hashes and their key must not outlive their midnight. With the sessions and
 * the key that signs them, whoever finds a copy could walk into the server; it makes itself another key. Known clients
 * are hashes under a key that is one of the secrets. Tokens and links that have ended must not come back to life.
 */
const LEFT_OUT = [
  'visitors',
  'visitor_totals',
  'visitor_salts',
  'sessions',
  'secrets',
  'known_clients',
  'new_browsers',
  'personal_tokens',
  'password_links',
  'used_challenges',
]

/**
 * Writes a consistent copy of the database file `source` to `target`, readable by its owner alone, also while a server
 * writes. The copy is read through before it takes its name, and then is on the disk for good; anything that goes wrong
 * is thrown and leaves no file. `isAtRest` says that no server works on the source, which then is not touched.
 */
export async function copyDatabase(
  source: string,
  target: string,
  { isAtRest = false } = {},
): Promise<DatabaseFacts> {
  const unfinished = unfinishedName(target)
  removeDatabase(unfinished)
  try {
    // Made first: left to itself, SQLite makes a file that others may read.
    writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' })
    const from = isAtRest ? openForReading(source) : new Sqlite(source, { readwrite: true, create: false })
    try {
      from.run('PRAGMA busy_timeout = 5000')
      from.run('VACUUM INTO ?', [unfinished])
    } finally {
      from.close()
    }
    chmodSync(unfinished, 0o600)
    leaveOut(unfinished)
    sealCopy(unfinished)
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

/** What a copy is called until it is whole. */
export const unfinishedName = (target: string) => `${target}.unfinished`

/** Deletes a database that nobody uses, with what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}

function leaveOut(path: string): void {
  const copy = new Sqlite(path, { readwrite: true, create: false })
  try {
    copy.run('PRAGMA trusted_schema = OFF')
    copy.run('PRAGMA secure_delete = ON')
    // On disk, the journal would hold what is to be gone.
    copy.run('PRAGMA journal_mode = MEMORY')
    for (const table of LEFT_OUT) {
      const isThere = copy.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)
      if (isThere) copy.run(`DELETE FROM ${table}`)
    }
  } finally {
    copy.close(true)
  }
}
