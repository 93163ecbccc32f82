import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'

/** Returns the release function. Throws StartError if the folder is locked or can't be locked. */
export function lockFolder(folder: string): () => void {
  const unlock = takeLock(join(folder, 'passwright.lock'), `The data folder ${folder}`)
  if (!unlock) throw new StartError(`The data folder ${folder} is in use by a running server.`)
  return unlock
}

/** Null if the lock is held. SQLite's file lock never becomes stale: it ends with the process. Throws StartError. */
export function takeLock(path: string, what: string): (() => void) | null {
  let sqlite: Sqlite | undefined
  try {
    sqlite = new Sqlite(path, { create: true })
    sqlite.run('PRAGMA journal_mode = MEMORY')
    sqlite.run('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite?.close()
    if (!(error instanceof SQLiteError)) throw error
    if (error.code === 'SQLITE_BUSY') return null
    throw new StartError(`${what} can't be locked: ${error.message}.`, { cause: error })
  }
  const held = sqlite
  return () => held.close()
}
