import { setImmediate } from 'node:timers/promises'
import { createClient } from '@libsql/client/web'
import { expandConfig } from '@libsql/core/config'
import { encodeBaseUrl } from '@libsql/core/uri'
import pLimit from 'p-limit'
import { errorCode } from '#src/lib/error-code.ts'
import type { Connection, Engine, Rows, Statement } from './engine.ts'
import { databaseDown, isOutage } from './outage.ts'
import { createStreamPool } from './stream-pool.ts'
import { fromStored, type SqlValue } from './values.ts'

/**
 * Of a statement, and of the wait for its turn. A server holds the lock of a killed instance for 5 s, and is silent
 * for 2 s per 100 MB after it was killed itself.
 */
const TIMEOUT_MS = 10_000
const AT_ONCE = 20

/** A server ends transactions that wait too long, such as those of a suspended instance. */
const TRIES = 3

const COMMIT: Statement = { sql: 'COMMIT', params: [] }

export function openRemote(
  url: string,
  authToken: string | undefined,
  { timeout = within(TIMEOUT_MS) } = {},
): Engine {
  const send = (request: Request) => fetch(request, { signal: timeout(), redirect: 'manual' })
  const { scheme, authority, path, authToken: token } = expandConfig({ url, authToken }, true)
  const server = { url: encodeBaseUrl(scheme, authority, path), authToken: token, send }
  const streams = createStreamPool(server, () => performance.now())
  const client = createClient({ url, authToken, intMode: 'bigint', fetch: send })
  const limited = createTurns(AT_ONCE, timeout)
  // They wait for each other's lock anyway, and a server answers 429 to too many at once.
  const inTurn = createTurns(1, timeout)

  async function transact<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const opened = await client.transaction('write')
    let unsent: Statement[] = []
    let answer: Promise<Rows[]> | null = null
    /** Sends the statements of one turn together, the first with BEGIN. If one fails, the rest isn't run. */
    const send = async () => {
      await setImmediate()
      const statements = unsent.map(toArgs)
      unsent = []
      answer = null
      const results = await attempt(() => opened.batch(statements))
      return results.map(({ rows }) => toRows(rows))
    }
    const query = async (statement: Statement) => {
      const index = unsent.push(statement) - 1
      answer ??= send()
      return (await answer)[index] ?? []
    }
    try {
      const result = await work({ query, write: async (statement) => void unsent.push(statement) })
      await query(COMMIT)
      return result
    } finally {
      // The server rolls back what isn't committed.
      opened.close()
    }
  }

  return {
    transaction: (work) =>
      inTurn(async () => {
        for (let tries = 1; ; tries++) {
          try {
            return await transact(work)
          } catch (error) {
            if (tries === TRIES || !wasEnded(error)) throw error
          }
        }
      }),
    run: (statement) => limited(() => attempt(async () => toRows(await streams.run(withArgs(statement))))),
    batch: (statements) =>
      limited(() =>
        attempt(async () => {
          const results = await client.batch(statements.map(toArgs), 'write')
          return results.map(({ rows }) => toRows(rows))
        }),
      ),
    // On its own connection, which rolls back if it ends within the transaction.
    script: (sql) => attempt(() => client.executeMultiple(`BEGIN IMMEDIATE;\n${sql}\nCOMMIT;`)),
    scrub: () => Promise.resolve(),
    close: async () => {
      await streams.close()
      client.close()
    },
  }
}

export const within = (milliseconds: number) => () => AbortSignal.timeout(milliseconds)

/** At most `atOnce` run at the same time. Work whose turn comes too late isn't begun: AppError unavailable. */
function createTurns(atOnce: number, timeout: () => AbortSignal) {
  const limit = pLimit(atOnce)
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount < atOnce) return limit(work)
    const late = timeout()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const giveUp = () => reject(databaseDown(late.reason))
    late.addEventListener('abort', giveUp)
    void limit(async () => {
      if (late.aborted) return
      late.removeEventListener('abort', giveUp)
      await work().then(resolve, reject)
    })
    return promise
  }
}

const withArgs = ({ sql, params }: Statement) => ({ sql, params: params.map(toArg) })

const wasEnded = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:STREAM_EXPIRED|TRANSACTION_TIMEOUT)$/.test(errorCode(error)) || wasEnded(error.cause))

export const toArgs = ({ sql, params }: Statement) => ({ sql, args: params.map(toArg) })

/** The client sends numbers as floats, and 1.0 is a different text from 1. */
const toArg = (value: SqlValue) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value

export const toRows = (rows: ArrayLike<unknown>[]): Rows => rows.map((row) => Array.from(row, fromStored))

/** Errors that aren't about the statement mean that the server couldn't be reached. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RangeError) throw error
    const isAnswer = /^(?:SQL|ARGS)/.test(errorCode(error))
    throw isAnswer && !isOutage(error) ? error : databaseDown(error)
  }
}
