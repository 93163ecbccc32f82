import { createClient, LibsqlError, type Row } from '@libsql/client/web'
import { type Breaker, createBreaker } from './breaker.ts'
import type { Engine, Statement } from './engine.ts'
import { databaseDown, isOutage } from './outage.ts'
import { fromStored, type SqlValue } from './values.ts'

/** While the server is silent, it is asked once a second. */
const PROBE_MS = 900

type Options = {
  /** How long an answer may take. */
  patienceMs?: number | undefined
  /** Keeps single statements and batches from waiting for a silent server. */
  breaker?: Breaker
}

/**
 * A libSQL server reached over HTTP. `url` is libsql://, https:// or http://. Throws LibsqlError for an address that
 * the client can't use.
 */
export function openRemote(
  url: string,
  authToken: string | undefined,
  { patienceMs = 10_000, breaker }: Options = {},
): Engine {
  const send = async (request: Request) => {
    const late = AbortSignal.timeout(patienceMs)
    // A call may have queued behind others until the breaker opened, and its caller has been refused.
    const signal = breaker ? AbortSignal.any([breaker.signal(), late]) : late
    const response = await fetch(request, { signal })
    breaker?.heard()
    return response
  }
  const client = createClient({ url, authToken, intMode: 'bigint', fetch: send })
  const guarded = <Result>(work: () => Promise<Result>) =>
    breaker ? breaker.guard(() => attempt(work)) : attempt(work)

  return {
    run: (statement) => guarded(async () => toRows((await client.execute(toArgs(statement))).rows)),
    batch: (statements) =>
      guarded(async () => {
        const results = await client.batch(statements.map(toArgs), 'write')
        return results.map(({ rows }) => toRows(rows))
      }),
    // The server takes the text on a connection of its own: one that ends inside a transaction undoes it.
    script: (sql) => attempt(() => client.executeMultiple(`BEGIN IMMEDIATE;\n${sql}\nCOMMIT;`)),
    // The server's own files are out of reach from here.
    scrub: () => Promise.resolve(),
    isAway: () => breaker?.isOpen() ?? false,
    close: async () => {
      breaker?.stop()
      client.close()
    },
  }
}

/** The same for a server of ours: while the other one is silent, statements are refused within half a second. */
export function openGuarded(url: string, authToken: string | undefined): Engine {
  const probe = openRemote(url, authToken, { patienceMs: PROBE_MS })
  const breaker = createBreaker({ ask: () => probe.run({ sql: 'SELECT 1', params: [] }) })
  const engine = openRemote(url, authToken, { breaker })
  const close = async () => {
    await engine.close()
    await probe.close()
  }
  return { ...engine, close }
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
