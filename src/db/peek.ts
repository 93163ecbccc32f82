import { constants, SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartError } from '#src/errors.ts'

/** A file that should be a database of ours and can't be read as one. `reason` is its sentence without the file. */
export class DamagedError extends StartError {
  override name = 'DamagedError'
  readonly reason: string

  constructor(path: string, reason: string, options: ErrorOptions = {}) {
    super(`${path} ${reason}.`, options)
    this.reason = reason
  }
}

/** What a statement without parameters answers: its rows as arrays of values. */
export type Read = (sql: string) => unknown[][]

/**
 * Looks at a database file and leaves no trace beside it. Throws DamagedError when it is no database, or a broken one,
 * and StartError when it can't be read for another reason.
 */
export async function peek<Result>(path: string, look: (read: Read) => Promise<Result>): Promise<Result> {
  let sqlite: Sqlite | undefined
  try {
    sqlite = openForReading(path)
    const opened = sqlite
    return await look((sql) => opened.query(sql).values())
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    const code = error.code ?? ''
    if (code === 'SQLITE_NOTADB') throw new DamagedError(path, 'is not a database')
    const reason = `can't be read: ${error.message}`
    if (code.startsWith('SQLITE_CORRUPT')) throw new DamagedError(path, reason, { cause: error })
    throw new StartError(`${path} ${reason}.`, { cause: error })
  } finally {
    sqlite?.close()
  }
}

/** Opens a database file that no server works on, without making or changing anything. */
export function openForReading(path: string): Sqlite {
  const address = `${pathToFileURL(path)}?${modeFor(path)}`
  const sqlite = new Sqlite(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  // The file may come from anywhere: nothing that is written in it may act.
  sqlite.run('PRAGMA trusted_schema = OFF')
  return sqlite
}

/**
 * `immutable` touches nothing, but sees nothing of the log that a killed server left beside the file. That one is read
 * through the index that it left as well, which is then not written; without the index there is no way but to make it.
 */
function modeFor(path: string): string {
  if (!existsSync(`${path}-wal`)) return 'immutable=1'
  return existsSync(`${path}-shm`) ? 'mode=ro&readonly_shm=1' : 'mode=ro'
}
