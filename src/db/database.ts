import { AsyncLocalStorage } from 'node:async_hooks'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Connection, Engine, Rows } from './engine.ts'
import { toStored } from './values.ts'
import { type Watched, watchOutages } from './watch-outages.ts'

/** What a database and a transaction have in common. */
export type Queries = Omit<SqliteRemoteDatabase, 'transaction' | 'query' | 'batch'>

export type Transaction = Queries & { isTransaction: true }

export type Database = Queries &
  Pick<SqliteRemoteDatabase, 'batch'> &
  Pick<Watched, 'scrub' | 'check'> & {
    /**
     * Begins with the write lock and rolls back if `work` throws. `work` uses only its transaction, waits for nothing
     * else, and runs again if a server ended the transaction. On a server, statements of one turn are one request, and
     * those without results wait for the next one.
     */
    transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
    /** A transaction for deletions: also removes the rows from the write-ahead log. */
    erase<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  }

export function createDatabase(opened: Engine): Database {
  const engine = watchOutages(opened)
  const around = new AsyncLocalStorage<{ connection: Connection; isOpen: boolean }>()
  function refuseInside(): void {
    if (around.getStore()?.isOpen) throw new Error('This belongs into the open transaction: use tx')
  }

  const db = drizzle(
    async (sql, params, method) => {
      refuseInside()
      return toDrizzle(await engine.run(toStatement({ sql, params })), method)
    },
    async (statements) => {
      refuseInside()
      const results = await engine.batch(statements.map(toStatement))
      return statements.map(({ method }, index) => toDrizzle(results[index] ?? [], method))
    },
  )

  // One for all transactions, so that statements are prepared only once.
  const session = drizzle(async (sql, params, method) => {
    const state = around.getStore()
    if (!state?.isOpen) throw new Error('The transaction has ended')
    const statement = toStatement({ sql, params })
    if (method !== 'run') return toDrizzle(await state.connection.query(statement), method)
    await state.connection.write(statement)
    return { rows: [] }
  })
  const tx = Object.assign(session, { isTransaction: true as const })

  function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    refuseInside()
    return engine.transaction(async (connection) => {
      const state = { connection, isOpen: true }
      try {
        return await around.run(state, () => work(tx))
      } finally {
        state.isOpen = false
      }
    })
  }

  async function erase<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const result = await transaction(work)
    await engine.scrub()
    return result
  }

  return Object.assign(db, {
    transaction,
    erase,
    scrub: engine.scrub,
    check: engine.check,
  })
}

const toStatement = ({ sql, params }: { sql: string; params: unknown[] }) => ({
  sql,
  params: params.map(toStored),
})

/** Drizzle expects one row or undefined for 'get'; its type lacks undefined. */
function toDrizzle(rows: Rows, method: 'run' | 'all' | 'values' | 'get') {
  return method === 'get' ? Object.assign({ rows: [] }, { rows: rows[0] }) : { rows }
}

export function atomically<const Queries extends readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>(
  db: Database,
  queries: Queries,
): Promise<BatchResponse<Queries>> {
  return db.batch(queries)
}
