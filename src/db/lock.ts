import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'

/**
 * Takes a data folder for this process alone, and answers what gives it back. The lock is SQLite's own on a file beside
 * the database: the system lifts it when the process ends, however it ends, so nothing stale is ever left behind.
 * Throws StartError when another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const sqlite = new Sqlite(join(folder, 'passwright.lock'), { create: true })
  try {
    sqlite.run('PRAGMA journal_mode = MEMORY')
    sqlite.run('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    if (error instanceof SQLiteError && error.code === 'SQLITE_BUSY') {
      throw new StartError(`The data folder ${folder} is in use by another running server.`)
    }
    throw error
  }
  return () => sqlite.close()
}
