import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'

/**
 * Takes a data folder for this process alone, and answers what gives it back. The lock is SQLite's own on a file beside
 * the database: the system lifts it when the process ends, however it ends, so nothing stale is ever left behind.
 * Throws StartError when another process holds it, or it can't be taken.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'passwright.lock')
  let sqlite: Sqlite | undefined
  try {
    sqlite = new Sqlite(path, { create: true })
    sqlite.run('PRAGMA journal_mode = MEMORY')
    sqlite.run('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite?.close()
    if (!(error instanceof SQLiteError)) throw error
    throw error.code === 'SQLITE_BUSY'
      ? new StartError(`The data folder ${folder} is in use by another running server.`)
      : new StartError(`The data folder ${folder} can't be locked: ${error.message}.`, { cause: error })
  }
  const held = sqlite
  return () => held.close()
}
