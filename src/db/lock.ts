import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'

/**
 * Takes a data folder for this process alone, and answers what gives it back. Throws StartError when another process
 * holds it, or it can't be taken.
 */
export function lockFolder(folder: string): () => void {
  const unlock = takeLock(join(folder, 'passwright.lock'), `The data folder ${folder}`)
  if (!unlock) throw new StartError(`The data folder ${folder} is in use by another running server.`)
  return unlock
}

/**
 * Takes a lock, and answers what gives it back; null when someone else has it. The lock is SQLite's own on a file: the
 * system lifts it when the process ends, however it ends, so nothing stale is ever left behind. Throws StartError, with
 * `what` in its sentence, when there is no locking here.
 */
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
