import { Database as Sqlite } from 'bun:sqlite'
import { createClient } from '@libsql/client/web'
import type { Rows, Statement } from './engine.ts'
import { toArgs, toRows } from './remote.ts'
import type { SqlValue } from './values.ts'

/** One read transaction. */
export type Snapshot = {
  read(statement: Statement): Promise<Rows>
  close(): Promise<void>
}

const SNAPSHOT_STATEMENT = { sql: 'SELECT count(*) FROM sqlite_schema', params: [] }

/** sqld ends a transaction after ten idle seconds. */
const KEEP_ALIVE_MS = 3_000
const TIMEOUT_MS = 60_000

export async function openFileSnapshot(path: string): Promise<Snapshot> {
  const sqlite = new Sqlite(path, { readwrite: true, create: false, strict: true, safeIntegers: true })
  const read = async ({ sql, params }: Statement) =>
    toRows(sqlite.query<unknown, SqlValue[]>(sql).values(...params))
  try {
    sqlite.run('PRAGMA busy_timeout = 5000')
    sqlite.run('PRAGMA trusted_schema = OFF')
    sqlite.run('BEGIN')
    await read(SNAPSHOT_STATEMENT)
  } catch (error) {
    sqlite.close()
    throw error
  }
  return { read, close: async () => sqlite.close() }
}

/** Runs statements one at a time. */
export async function openRemoteSnapshot(url: string, authToken: string | undefined): Promise<Snapshot> {
  const send = (request: Request) =>
    fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
  const client = createClient({ url, authToken, intMode: 'bigint', fetch: send })
  const transaction = await client.transaction('read').catch((error) => {
    client.close()
    throw error
  })
  let last: Promise<unknown> = Promise.resolve()
  const read = async ({ sql, params }: Statement) => {
    const answer = transaction.execute(toArgs({ sql, params }))
    last = answer.catch(() => undefined)
    return toRows((await answer).rows)
  }
  let isAsking = false
  const keepAlive = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    // A lost transaction makes the next read fail.
    await read({ sql: 'SELECT 1', params: [] }).catch(() => undefined)
    isAsking = false
  }, KEEP_ALIVE_MS)
  const close = async () => {
    clearInterval(keepAlive)
    await last
    transaction.close()
    client.close()
  }
  try {
    await read(SNAPSHOT_STATEMENT)
  } catch (error) {
    await close()
    throw error
  }
  return { read, close }
}
