import { createClient, LibsqlError, type Row } from '@libsql/client/web'
import type { Engine, Statement } from './engine.ts'
import { databaseDown, isOutage } from './outage.ts'
import { fromStored, type SqlValue } from './values.ts'

/**
 * A libSQL server reached over HTTP. `url` is libsql://, https:// or http://; `patienceMs` is how long an answer may
 * take. Throws LibsqlError for an address that the client can't use.
 */
export function openRemote(url: string, authToken: string | undefined, patienceMs = 10_000): Engine {
  const client = createClient({
    url,
    authToken,
    intMode: 'bigint',
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(patienceMs) }),
  })

  return {
    run: (statement) => attempt(async () => toRows((await client.execute(toArgs(statement))).rows)),
    batch: (statements) =>
      attempt(async () => {
        const results = await client.batch(statements.map(toArgs), 'write')
        return results.map(({ rows }) => toRows(rows))
      }),
    // The server takes the text on a connection of its own: one that ends inside a transaction undoes it.
    script: (sql) => attempt(() => client.executeMultiple(`BEGIN IMMEDIATE;\n${sql}\nCOMMIT;`)),
    // The server's own files are out of reach from here.
    scrub: () => Promise.resolve(),
    close: async () => client.close(),
  }
}

const toArgs = ({ sql, params }: Statement) => ({ sql, args: params.map(toArg) })

/** The client sends every number as a fraction, and 1.0 is another text than 1. */
const toArg = (value: SqlValue) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value

const toRows = (rows: Row[]) => rows.map((row) => Array.from(row, fromStored))

/** Whatever is no word of the server about the statement itself says that it could not be asked. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RangeError) throw error
    const isAnswer = error instanceof LibsqlError && /^(?:SQL|ARGS)_?/.test(error.code)
    throw isAnswer && !isOutage(error) ? error : databaseDown(error)
  }
}
