import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { chmodSync, copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupName } from '#domain/backups.ts'
import { refuseOtherPrograms } from '#src/db/check-file.ts'
import { copyDatabase, removeDatabase } from '#src/db/copy.ts'
import { makeBackupFolder } from '#src/db/open.ts'
import { DamagedError, readDatabaseFile } from '#src/db/read-file.ts'
import { StartError } from '#src/errors.ts'
import { chownToFolderOwner, syncFile, syncFolder } from '#src/lib/durable-files.ts'
import { errorCode } from '#src/lib/error-code.ts'

export type ReplacedDatabase = { path: string; isWhole: boolean }

const BUSY_MS = 2000

/**
 * Copies the current database into the backups folder before it is replaced; a database too damaged to copy is kept as
 * raw files. Null without a database. Throws StartError for another program's file.
 */
export async function keepReplaced(
  dataFolder: string,
  path: string,
  now: Date,
): Promise<ReplacedDatabase | null> {
  if (!existsSync(path) || statSync(path).size === 0) return null
  const copy = join(makeBackupFolder(dataFolder), backupName('before-restore', now))
  try {
    await readDatabaseFile(path, async (read) => refuseOtherPrograms(path, read))
    // At rest, because opening a damaged file normally would modify it.
    await copyDatabase(path, copy, { isAtRest: true })
    chownToFolderOwner(dataFolder, copy)
    return { path: copy, isWhole: true }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { path: copyRawFiles(dataFolder, path, copy.replace(/\.db$/, '-damaged')), isWhole: false }
  }
}

const isDamage = (error: unknown) =>
  error instanceof DamagedError || /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(error))

function copyRawFiles(dataFolder: string, path: string, folder: string): string {
  mkdirSync(folder, { mode: 0o700 })
  const files = ['', '-wal', '-journal']
    .map((suffix) => `${path}${suffix}`)
    .filter((file) => existsSync(file))
  for (const file of files) {
    const kept = join(folder, basename(file))
    copyFileSync(file, kept)
    chmodSync(kept, 0o600)
    syncFile(kept)
    chownToFolderOwner(dataFolder, kept)
  }
  chownToFolderOwner(dataFolder, folder)
  syncFolder(folder)
  return folder
}

/**
 * Merges the write-ahead log into the file, so that SQLite can't apply it to the restored database. Locks the file
 * until `release`. Throws StartError if it is in use.
 */
export function sealReplaced(path: string, replaced: ReplacedDatabase | null): { release(): void } {
  if (!replaced?.isWhole) {
    // A file that can't be opened can't be merged; copies have been kept.
    for (const suffix of ['-wal', '-shm', '-journal']) removeDatabase(`${path}${suffix}`)
    return { release: () => undefined }
  }
  const sqlite = new Sqlite(path, { readwrite: true, create: false })
  try {
    sqlite.run(`PRAGMA busy_timeout = ${BUSY_MS}`)
    // Merges and deletes the log, which only works for the last connection.
    sqlite.run('PRAGMA journal_mode = DELETE')
    sqlite.run('BEGIN EXCLUSIVE')
    if (existsSync(`${path}-wal`)) throw new Error('the write-ahead log still exists')
  } catch (error) {
    sqlite.close()
    if (!(error instanceof SQLiteError) || !error.code?.startsWith('SQLITE_BUSY')) throw error
    throw new StartError(`The database ${path} is in use by another process.`, { cause: error })
  }
  return { release: () => sqlite.close() }
}
