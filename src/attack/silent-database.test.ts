import { expect, test } from 'bun:test'
import { createBreaker } from '#src/db/breaker.ts'
import type { Connection, Engine, Statement } from '#src/db/engine.ts'
import { jsonRoutes, mayBeUnavailable, signedInApp } from '#src/testing/json-routes.ts'
import { manualTicks } from '#src/testing/manual-ticks.ts'
import { testApp } from '#src/testing/test-app.ts'

/** 10 ticks of 50 ms. */
const TICKS_MAX = 10

/** Stands for the commit. */
const PROBE = { sql: 'SELECT 1', params: [] }

const never = () => new Promise<never>(() => undefined)

/** A database that stops responding at its nth call, behind a circuit breaker with manual ticks. */
function silentDatabase() {
  const { startTicks, tick } = manualTicks()
  let calls = 0
  let answered = Number.POSITIVE_INFINITY
  const breaker = createBreaker({ probe: never, startTicks })
  function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    return breaker.guard(() => {
      calls += 1
      return calls > answered ? never() : call()
    })
  }
  /** The embedded database lets no transaction wait: ends it first, then remains silent. */
  async function transact<Result>(engine: Engine, work: (connection: Connection) => Promise<Result>) {
    const result = engine.transaction(async ({ query, write }) => {
      const asked = (statement: Statement) => {
        calls += 1
        return calls > answered ? Promise.reject(new Error('silent')) : query(statement)
      }
      const done = await work({ query: asked, write })
      await asked(PROBE)
      return done
    })
    return result.catch((error) => (calls > answered ? never() : Promise.reject(error)))
  }
  return {
    wrap: (engine: Engine): Engine => ({
      ...engine,
      run: (statement) => ask(() => engine.run(statement)),
      batch: (statements) => ask(() => engine.batch(statements)),
      transaction: (work) => breaker.guard(() => transact(engine, work)),
      isUnreachable: breaker.isOpen,
    }),
    /** Responds to `count` more calls, then to none. */
    answerOnly: (count: number) => {
      calls = 0
      answered = count
      breaker.recordResponse()
    },
    isAsked: () => calls > answered,
    tick,
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const bodies = new Map(await jsonRoutes())
const { routes } = await testApp()

test.each(routes.map(({ method, path }) => [method, path] as const))(
  '%s %s waits at most half a second for a database that stops responding at any call',
  async (method, path) => {
    const database = silentDatabase()
    const { send, app } = await signedInApp({ wrap: database.wrap, expectsErrors: true })
    const described = path.replaceAll(/:(\w+)/g, '{$1}')
    const body = bodies.get(`${method} ${described}`)
    const address = described.replaceAll('{slug}', 'a').replaceAll(/\{(?!id\})\w+\}/g, '1')

    for (let answered = 0; ; answered++) {
      database.answerOnly(answered)
      let ended: Response | null = null
      const ending = send(method, address, body && JSON.stringify(body)).then(async (response) => {
        // A truncated stream has ended, too.
        await response.arrayBuffer().catch(() => null)
        ended = response
        // These are unavailable here without a provider.
        if (
          response.status === 503 &&
          !path.startsWith('/api/admin/ai-') &&
          !mayBeUnavailable(`${method} ${described}`)
        )
          expect(response.headers.has('retry-after')).toBe(true)
      })
      let ticks = 0
      while (ended === null && ticks < TICKS_MAX) {
        await Promise.race([ending, nextTurn()])
        // Counts only waits for the database, not for hashing or worker threads.
        if (database.isAsked()) {
          database.tick()
          ticks += 1
        }
      }
      await ending
      expect([answered, statusOf(ended)]).toEqual([answered, expect.not.stringMatching(/500/)])
      if (!database.isAsked()) break
    }
    database.answerOnly(Number.POSITIVE_INFINITY)
    await app.counter.close()
  },
)

const statusOf = (response: Response | null) => String(response?.status)
