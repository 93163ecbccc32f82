import { Database as Sqlite } from 'bun:sqlite'
import type { Engine, Rows, Statement } from './engine.ts'
import { databaseDown, isOutage } from './outage.ts'
import { fromStored } from './values.ts'

const BUSY_MS = 5000

/** 'PWRT': marks a file as this product's database. */
export const APPLICATION_ID = 0x50575254

/**
 * Opens a SQLite file, or `:memory:`. The file must not be readable by others: the caller sets the umask.
 * FULL, because with NORMAL a power cut loses acknowledged writes; secure_delete, so that a destroyed visitor
 * hash is overwritten on disk and not only unlinked.
 */
export function openEmbedded(path: string): Engine {
  // Without safeIntegers, an integer beyond 2^53 would come out as another one.
  const sqlite = new Sqlite(path, { create: true, strict: true, safeIntegers: true })
  sqlite.run(`PRAGMA busy_timeout = ${BUSY_MS}`)
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('PRAGMA synchronous = FULL')
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run('PRAGMA trusted_schema = OFF')
  sqlite.run('PRAGMA secure_delete = ON')
  sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
  // A copy that has been put here by hand is about to change: its seal no longer holds.
  if (sqlite.query('PRAGMA user_version').values()[0]?.[0] !== 0n) sqlite.run('PRAGMA user_version = 0')

  const run = ({ sql, params }: Statement): Rows =>
    sqlite
      .query(sql)
      .values(...params)
      .map((row) => row.map(fromStored))
  const runAll = sqlite.transaction((statements: Statement[]) => statements.map(run))
  const runScript = sqlite.transaction((sql: string) => sqlite.run(sql))

  return {
    run: async (statement) => attempt(() => run(statement)),
    batch: async (statements) => attempt(() => runAll.immediate(statements)),
    script: async (sql) => {
      attempt(() => runScript.immediate(sql))
    },
    // Rows deleted with secure_delete still stand in the log of changes until that is emptied. A reader elsewhere, such
    // as a backup, prevents it: waiting for one would stop every request, so then it is left to the next call.
    scrub: async () => {
      sqlite.run('PRAGMA busy_timeout = 0')
      try {
        sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        sqlite.run(`PRAGMA busy_timeout = ${BUSY_MS}`)
      }
    },
    close: async () => {
      sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      sqlite.close(true)
    },
  }
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw isOutage(error) ? databaseDown(error) : error
  }
}
