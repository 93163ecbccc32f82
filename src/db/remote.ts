import { setImmediate } from 'node:timers/promises'
import { createClient } from '@libsql/client/web'
import { expandConfig } from '@libsql/core/config'
import { encodeBaseUrl } from '@libsql/core/uri'
import pLimit from 'p-limit'
import { errorCode } from '#src/lib/error-code.ts'
import { type Breaker, createBreaker, type StartTicks } from './breaker.ts'
import type { Connection, Engine, Rows, Statement } from './engine.ts'
import { databaseDown, isOutage } from './outage.ts'
import { createStreamPool } from './stream-pool.ts'
import { fromStored, type SqlValue } from './values.ts'

const PROBE_MS = 900

/**
 * A killed libSQL server rewrites its log before the first response, about 2 s per 100 MB, and starts over when the
 * client disconnects. So one long probe stays open.
 */
const OPENING_MS = 120_000

/** A server ends transactions that wait too long, such as those of a suspended instance. */
const TRIES = 3

const PROBE: Statement = { sql: 'SELECT 1', params: [] }
const COMMIT: Statement = { sql: 'COMMIT', params: [] }

type Options = {
  timeout?: () => AbortSignal
  breaker?: Breaker
  /** For batches; 'read' allows a replica to respond by itself. */
  mode?: 'write' | 'read' | undefined
}

export function openRemote(
  url: string,
  authToken: string | undefined,
  { timeout = within(10_000), breaker, mode = 'write' }: Options = {},
): Engine {
  const send = async (request: Request) => {
    const late = timeout()
    // The call may have been queued until the breaker opened.
    const signal = breaker ? AbortSignal.any([breaker.signal(), late]) : late
    const response = await fetch(request, { signal, redirect: 'manual' })
    breaker?.recordResponse()
    return response
  }
  const { scheme, authority, path, authToken: token } = expandConfig({ url, authToken }, true)
  const server = { url: encodeBaseUrl(scheme, authority, path), authToken: token, send }
  const streams = createStreamPool(server, () => performance.now())
  const client = createClient({ url, authToken, intMode: 'bigint', fetch: send })
  const guarded = <Result>(work: () => Promise<Result>) =>
    breaker ? breaker.guard(() => attempt(work)) : attempt(work)

  // They wait for each other's lock anyway, and a server answers 429 to too many at once.
  const inTurn = pLimit(1)

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
      const results = await guarded(() => opened.batch(statements))
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
    run: (statement) => guarded(async () => toRows(await streams.run(withArgs(statement)))),
    batch: (statements) =>
      guarded(async () => {
        const results = await client.batch(statements.map(toArgs), mode)
        return results.map(({ rows }) => toRows(rows))
      }),
    // On its own connection, which rolls back if it ends within the transaction.
    script: (sql) => attempt(() => client.executeMultiple(`BEGIN IMMEDIATE;\n${sql}\nCOMMIT;`)),
    scrub: () => Promise.resolve(),
    isUnreachable: () => breaker?.isOpen() ?? false,
    close: async () => {
      await (breaker ? breaker.guard(streams.close).catch(() => undefined) : streams.close())
      breaker?.stop()
      client.close()
    },
  }
}

export const within = (milliseconds: number) => () => AbortSignal.timeout(milliseconds)

type GuardedOptions = Pick<Options, 'mode' | 'timeout'> & {
  startTicks?: StartTicks
  probeTimeout?: () => AbortSignal
}

/** While the server is silent, statements fail within half a second. */
export function openWithBreaker(
  url: string,
  authToken: string | undefined,
  { mode, timeout, startTicks, probeTimeout = within(PROBE_MS) }: GuardedOptions = {},
): Engine {
  const probe = openRemote(url, authToken, { timeout: probeTimeout })
  const opener = openRemote(url, authToken, { timeout: within(OPENING_MS) })
  let opening: Promise<unknown> | null = null
  const askServer = () => {
    opening ??= opener.run(PROBE).finally(() => {
      opening = null
    })
    return Promise.any([probe.run(PROBE), opening])
  }
  const breaker = createBreaker({ probe: askServer, startTicks })
  const engine = openRemote(url, authToken, { breaker, mode, timeout })
  const close = async () => {
    await engine.close()
    await probe.close()
    await opener.close()
  }
  return { ...engine, close }
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
