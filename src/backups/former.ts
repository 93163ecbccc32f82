import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { chmodSync, copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupName } from '#domain/backups.ts'
import { copyDatabase, removeDatabase } from '#src/db/copy.ts'
import { refuseOthers } from '#src/db/inspect.ts'
import { makeBackupFolder } from '#src/db/open.ts'
import { DamagedError, peek } from '#src/db/peek.ts'
import { codeOf } from '#src/db/unique-violation.ts'
import { StartError } from '#src/errors.ts'
import { giveToOwnerOf, syncFile, syncFolder } from '#src/lib/durable.ts'

/** The database that a restore replaces, as it is kept. */
export type Former = { path: string; isWhole: boolean }

const BUSY_MS = 2000

/**
 * Keeps a copy of the database file `path` among the backups of the data folder; of one that is too damaged to be
 * copied, its files as they are. Null where there is nothing to keep. Throws StartError for another program's.
 */
export async function keepFormer(dataFolder: string, path: string, now: Date): Promise<Former | null> {
  if (!existsSync(path) || statSync(path).size === 0) return null
  const copy = join(makeBackupFolder(dataFolder), backupName('before-restore', now))
  try {
    await peek(path, async (read) => refuseOthers(path, read))
    // At rest: opened as a server does, even a damaged file would be changed before it is kept.
    await copyDatabase(path, copy, { isAtRest: true })
    giveToOwnerOf(dataFolder, copy)
    return { path: copy, isWhole: true }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { path: setAside(dataFolder, path, copy.replace(/\.db$/, '-damaged')), isWhole: false }
  }
}

const isDamage = (error: unknown) =>
  error instanceof DamagedError || /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error))

function setAside(dataFolder: string, path: string, folder: string): string {
  mkdirSync(folder, { mode: 0o700 })
  const files = ['', '-wal', '-journal']
    .map((suffix) => `${path}${suffix}`)
    .filter((file) => existsSync(file))
  for (const file of files) {
    const kept = join(folder, basename(file))
    copyFileSync(file, kept)
    chmodSync(kept, 0o600)
    syncFile(kept)
    giveToOwnerOf(dataFolder, kept)
  }
  giveToOwnerOf(dataFolder, folder)
  syncFolder(folder)
  return folder
}

/**
 * Makes the database file `path` complete in itself: nothing beside it that SQLite would apply to whatever has its name
 * next, as it would with a log of changes. Until `release` nobody else can open it. Throws StartError while someone has
 * it open.
 */
export function sealFormer(path: string, former: Former | null): { release(): void } {
  if (!former?.isWhole) {
    // What can't be opened can't be completed either; all of it has been set aside.
    for (const suffix of ['-wal', '-shm', '-journal']) removeDatabase(`${path}${suffix}`)
    return { release: () => undefined }
  }
  const sqlite = new Sqlite(path, { readwrite: true, create: false })
  try {
    sqlite.run(`PRAGMA busy_timeout = ${BUSY_MS}`)
    // Takes the log into the file and deletes it, which is possible for the last one who has the file open.
    sqlite.run('PRAGMA journal_mode = DELETE')
    sqlite.run('BEGIN EXCLUSIVE')
    if (existsSync(`${path}-wal`)) throw new Error('the log of changes is still there')
  } catch (error) {
    sqlite.close()
    if (!(error instanceof SQLiteError) || !error.code?.startsWith('SQLITE_BUSY')) throw error
    throw new StartError(`The database ${path} is in use by another process.`, { cause: error })
  }
  return { release: () => sqlite.close() }
}
