import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Engine, Rows } from './engine.ts'
import * as schema from './schema.ts'
import { toStored } from './values.ts'

/**
 * Drizzle over either engine. `transaction` is left out on purpose: its statements would be awaited one by one on a
 * connection that all requests share, so another request's writes could slip in between. Use `atomically`.
 */
export type Database = Omit<SqliteRemoteDatabase<typeof schema>, 'transaction'> &
  Pick<Engine, 'scrub' | 'isAway'>

export function createDatabase(engine: Engine): Database {
  const db = drizzle(
    async (sql, params, method) => answer(await engine.run({ sql, params: params.map(toStored) }), method),
    async (statements) => {
      const results = await engine.batch(
        statements.map(({ sql, params }) => ({ sql, params: params.map(toStored) })),
      )
      return statements.map(({ method }, index) => answer(results[index] ?? [], method))
    },
    { schema },
  )
  return Object.assign(db, { scrub: engine.scrub, isAway: engine.isAway })
}

/** Drizzle takes a single row, or undefined, where one is asked for; its own type has no word for the undefined. */
function answer(rows: Rows, method: 'run' | 'all' | 'values' | 'get') {
  return method === 'get' ? Object.assign({ rows: [] }, { rows: rows[0] }) : { rows }
}

/** Runs built queries as one transaction and answers their results in order: all of them count, or none. */
export function atomically<const Queries extends readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>(
  db: Database,
  queries: Queries,
): Promise<BatchResponse<Queries>> {
  return db.batch(queries)
}
