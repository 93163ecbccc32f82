import { Database as Sqlite } from 'bun:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Connection, Engine, Rows, Statement } from './engine.ts'
import { databaseDown, isBusy, isOutage } from './outage.ts'
import { fromStored, type SqlValue } from './values.ts'

/** The default, 20, is less than saving a post needs, and preparing a statement takes longer than running it. */
Sqlite.MAX_QUERY_CACHE_SIZE = 200

const OPEN_TIMEOUT_MS = 5000

/** SQLite itself would block the thread while waiting. A commit takes milliseconds, an import longer. */
const BUSY_TIMEOUT_MS = 5000
const PAUSE_MS = { first: 5, longest: 100 }

export const APPLICATION_ID = 0x50575254

const BEGIN = { sql: 'BEGIN IMMEDIATE', params: [] }
const COMMIT = { sql: 'COMMIT', params: [] }
const ROLLBACK = { sql: 'ROLLBACK', params: [] }
const WAITED = 'A transaction waited for something other than its own statements'

/** Overwrites the freed values that SQLite caches in a few hundred slots of 128 bytes. */
const FILL_SLOTS = `SELECT ${Array.from({ length: 200 }, () => 'randomblob(120)').join()}`

// Without safeIntegers, integers beyond 2^53 would be rounded.
export const CONNECTION = { strict: true, safeIntegers: true }

export function openEmbedded(path: string, options: { timeoutMs?: number } = {}): Engine {
  return createEmbedded(new Sqlite(path, { create: true, ...CONNECTION }), options)
}

/** NORMAL would lose acknowledged writes in a power outage; secure_delete overwrites deleted visitor hashes on disk. */
export function createEmbedded(sqlite: Sqlite, { timeoutMs = BUSY_TIMEOUT_MS } = {}): Engine {
  sqlite.run(`PRAGMA busy_timeout = ${OPEN_TIMEOUT_MS}`)
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('PRAGMA synchronous = FULL')
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run('PRAGMA trusted_schema = OFF')
  sqlite.run('PRAGMA secure_delete = ON')
  sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
  // Nonzero: the checksum of a copy put in place by hand, which the next write makes invalid.
  if (sqlite.query('PRAGMA user_version').values()[0]?.[0] !== 0n) sqlite.run('PRAGMA user_version = 0')
  sqlite.run('PRAGMA busy_timeout = 0')

  const run = ({ sql, params }: Statement): Rows =>
    withNumbers(sqlite.query<unknown, SqlValue[]>(sql).values(...params))
  const runAll = sqlite.transaction((statements: Statement[]) => statements.map(run))
  const runScript = sqlite.transaction((sql: string) => sqlite.run(sql))
  /** Resolves at the end of the open transaction, whose half must not be seen; null if there is none. */
  let ending: Promise<void> | null = null

  function attempt<Result>(work: () => Result): Promise<Result> {
    if (ending) return ending.then(() => attempt(work))
    try {
      return Promise.resolve(work())
    } catch (error) {
      return attemptAgain(work, error)
    }
  }

  async function attemptAgain<Result>(work: () => Result, thrown: unknown): Promise<Result> {
    let lastError = thrown
    let waited = 0
    for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.longest)) {
      if (!isBusy(lastError) || waited >= timeoutMs) throw downOr(lastError)
      await setTimeout(pause)
      waited += pause
      while (ending) await ending
      try {
        return work()
      } catch (error) {
        lastError = error
      }
    }
  }

  async function transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const end = Promise.withResolvers<void>()
    await attempt(() => {
      run(BEGIN)
      ending = end.promise
    })
    const nextTurn = Promise.withResolvers<never>()
    const turn = setImmediate(() => nextTurn.reject(new Error(WAITED)))
    let isOpen = true
    const query = async (statement: Statement) => {
      if (!isOpen) throw new Error('The transaction has ended')
      try {
        return run(statement)
      } catch (error) {
        throw downOr(error)
      }
    }
    const write = async (statement: Statement) => void (await query(statement))
    try {
      const result = await Promise.race([work({ query, write }), nextTurn.promise])
      await query(COMMIT)
      return result
    } catch (error) {
      // SQLite itself rolls back after some errors.
      if (sqlite.inTransaction) run(ROLLBACK)
      throw error
    } finally {
      isOpen = false
      clearImmediate(turn)
      ending = null
      end.resolve()
    }
  }

  return {
    run: (statement) => attempt(() => run(statement)),
    batch: (statements) => attempt(() => runAll.immediate(statements)),
    transaction,
    script: (sql) => attempt(() => void runScript.immediate(sql)),
    // Deleted rows remain in the write-ahead log until it is truncated. Another reader, such as a backup, prevents
    // that.
    scrub: () =>
      attempt(() => {
        truncateLog(sqlite)
        sqlite.query(FILL_SLOTS).values()
      }),
    close: async () => {
      truncateLog(sqlite)
      sqlite.close(true)
    },
  }
}

/** On a full disk the log stays intact and is merged at the next start. */
function truncateLog(sqlite: Sqlite): void {
  try {
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isOutage(error)) throw error
  }
}

/** In place: much cheaper than mapping rows. */
function withNumbers(rows: Rows): Rows {
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) {
      if (typeof row[column] === 'bigint') row[column] = fromStored(row[column])
    }
  }
  return rows
}

const downOr = (error: unknown) => (isOutage(error) ? databaseDown(error) : error)
