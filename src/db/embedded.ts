import { Database as Sqlite } from 'bun:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Engine, Rows, Statement } from './engine.ts'
import { databaseDown, isBusy, isOutage } from './outage.ts'
import { fromStored, type SqlValue } from './values.ts'

const OPENING_MS = 5000

/**
 * A command that writes to the same file is waited for, and not by SQLite itself: it would wait in place, and nobody
 * would be answered. The pauses grow to a tenth of a second, as a commit takes a few milliseconds and an import longer.
 */
const PATIENCE_MS = 5000
const PAUSE_MS = { first: 5, longest: 100 }

/** 'PWRT': marks a file as this product's database. */
export const APPLICATION_ID = 0x50575254

/** SQLite keeps freed values in some hundred slots of 128 bytes: as many at once overwrite all of them. */
const FILL_SLOTS = `SELECT ${Array.from({ length: 200 }, () => 'randomblob(120)').join()}`

/**
 * Opens a SQLite file, or `:memory:`. The file must not be readable by others: the caller sets the umask.
 * FULL, because with NORMAL a power cut loses acknowledged writes; secure_delete, so that a destroyed visitor
 * hash is overwritten on disk and not only unlinked.
 */
export function openEmbedded(path: string, { patienceMs = PATIENCE_MS } = {}): Engine {
  // Without safeIntegers, an integer beyond 2^53 would come out as another one.
  const sqlite = new Sqlite(path, { create: true, strict: true, safeIntegers: true })
  sqlite.run(`PRAGMA busy_timeout = ${OPENING_MS}`)
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('PRAGMA synchronous = FULL')
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run('PRAGMA trusted_schema = OFF')
  sqlite.run('PRAGMA secure_delete = ON')
  sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
  // A copy that has been put here by hand is about to change: its seal no longer holds.
  if (sqlite.query('PRAGMA user_version').values()[0]?.[0] !== 0n) sqlite.run('PRAGMA user_version = 0')
  sqlite.run('PRAGMA busy_timeout = 0')

  const run = ({ sql, params }: Statement): Rows =>
    withNumbers(sqlite.query<unknown, SqlValue[]>(sql).values(...params))
  const runAll = sqlite.transaction((statements: Statement[]) => statements.map(run))
  const runScript = sqlite.transaction((sql: string) => sqlite.run(sql))

  return {
    run: (statement) => attempt(() => run(statement), patienceMs),
    batch: (statements) => attempt(() => runAll.immediate(statements), patienceMs),
    script: (sql) => attempt(() => void runScript.immediate(sql), patienceMs),
    // Rows deleted with secure_delete still stand in the log of changes until that is emptied. A reader elsewhere, such
    // as a backup, prevents it: then it is left to the next call.
    scrub: async () => {
      sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      sqlite.query(FILL_SLOTS).values()
    },
    isAway: () => false,
    close: async () => {
      emptyLog(sqlite)
      sqlite.close(true)
    },
  }
}

/** On a full disk the changes stay in the log, whole and safe; the next start takes them from there. */
function emptyLog(sqlite: Sqlite): void {
  try {
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isOutage(error)) throw error
  }
}

/** Turns integers into numbers, in place: a row costs little more than SQLite needs for it. */
function withNumbers(rows: Rows): Rows {
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) {
      if (typeof row[column] === 'bigint') row[column] = fromStored(row[column])
    }
  }
  return rows
}

function attempt<Result>(work: () => Result, patienceMs: number): Promise<Result> {
  try {
    return Promise.resolve(work())
  } catch (error) {
    return attemptAgain(work, error, patienceMs)
  }
}

async function attemptAgain<Result>(
  work: () => Result,
  thrown: unknown,
  patienceMs: number,
): Promise<Result> {
  let refusal = thrown
  let waited = 0
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.longest)) {
    if (!isOutage(refusal)) throw refusal
    if (!isBusy(refusal) || waited >= patienceMs) throw databaseDown(refusal)
    await setTimeout(pause)
    waited += pause
    try {
      return work()
    } catch (error) {
      refusal = error
    }
  }
}
