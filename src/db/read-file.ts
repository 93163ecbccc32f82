import { constants, SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartError } from '#src/errors.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'

/** `reason` doesn't name the file. */
export class DamagedError extends StartError {
  override name = 'DamagedError'
  readonly reason: string

  constructor(path: string, reason: string, options: ErrorOptions = {}) {
    const words = escapeForTerminal(reason)
    super(`${path} ${words}.`, options)
    this.reason = words
  }
}

export type Read = (sql: string) => unknown[][]

/** Throws DamagedError if corrupt or not a database, StartError if it can't be read. */
export async function readDatabaseFile<Result>(
  path: string,
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  let sqlite: Sqlite | undefined
  try {
    sqlite = openForReading(path)
    const opened = sqlite
    return await work((sql) => opened.query(sql).values())
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    const code = error.code ?? ''
    if (code === 'SQLITE_NOTADB') throw new DamagedError(path, 'is not a database')
    const reason = `can't be read: ${error.message}`
    if (code.startsWith('SQLITE_CORRUPT')) throw new DamagedError(path, reason, { cause: error })
    throw new StartError(`${path} ${escapeForTerminal(reason)}.`, { cause: error })
  } finally {
    sqlite?.close()
  }
}

/** Changes nothing but what SQLite recovers after a crash. Without a log, the database must not be open elsewhere. */
export function openForReading(path: string): Sqlite {
  const address = `${pathToFileURL(path)}?${modeFor(path)}`
  const sqlite = new Sqlite(address, constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_URI)
  // The file is untrusted: nothing in it may run.
  sqlite.run('PRAGMA trusted_schema = OFF')
  return sqlite
}

/**
 * `immutable` would ignore the log or journal of a killed server. A log is read in place, and SQLite makes a new index
 * to it; a journal has to be rolled back before the file can be read.
 */
function modeFor(path: string): string {
  if (existsSync(`${path}-wal`)) return 'mode=ro'
  return existsSync(`${path}-journal`) ? 'mode=rw' : 'immutable=1'
}
