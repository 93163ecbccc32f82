import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Engine, Rows } from './engine.ts'
import { toStored } from './values.ts'

/** Without `transaction`, in which another request's writes could slip between statements. Use `atomically`. */
export type Database = Omit<SqliteRemoteDatabase, 'transaction' | 'query'> &
  Pick<Engine, 'scrub' | 'isUnreachable'>

export function createDatabase(engine: Engine): Database {
  const db = drizzle(
    async (sql, params, method) => toDrizzle(await engine.run({ sql, params: params.map(toStored) }), method),
    async (statements) => {
      const results = await engine.batch(
        statements.map(({ sql, params }) => ({ sql, params: params.map(toStored) })),
      )
      return statements.map(({ method }, index) => toDrizzle(results[index] ?? [], method))
    },
  )
  return Object.assign(db, { scrub: engine.scrub, isUnreachable: engine.isUnreachable })
}

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

/** For deletions: also removes the rows from the write-ahead log. */
export async function erase<const Queries extends readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>(
  db: Database,
  queries: Queries,
): Promise<BatchResponse<Queries>> {
  const results = await atomically(db, queries)
  await db.scrub()
  return results
}
