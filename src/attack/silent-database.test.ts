import { expect, test } from 'bun:test'
import type { Connection, Engine } from '#src/db/engine.ts'
import { databaseDown } from '#src/db/outage.ts'
import { jsonRoutes, mayBeUnavailable, signedInApp } from '#src/testing/json-routes.ts'
import { testApp } from '#src/testing/test-app.ts'

/** Stands for the commit. */
const COMMIT = { sql: 'SELECT 1', params: [] }

/** A database that stops responding at its nth call. */
function silentDatabase() {
  let calls = 0
  let answered = Number.POSITIVE_INFINITY
  async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    calls += 1
    if (calls > answered) throw databaseDown(new Error('no response within the time limit'))
    return call()
  }
  const transact = <Result>(engine: Engine, work: (connection: Connection) => Promise<Result>) =>
    engine.transaction(async ({ query, write }) => {
      const done = await work({ query: (statement) => ask(() => query(statement)), write })
      await ask(() => query(COMMIT))
      return done
    })
  return {
    wrap: (engine: Engine): Engine => ({
      ...engine,
      run: (statement) => ask(() => engine.run(statement)),
      batch: (statements) => ask(() => engine.batch(statements)),
      transaction: (work) => transact(engine, work),
    }),
    /** Responds to `count` more calls, then to none. */
    answerOnly: (count: number) => {
      calls = 0
      answered = count
    },
    isAsked: () => calls > answered,
  }
}

const bodies = new Map(await jsonRoutes())
const { routes } = await testApp()

test.each(routes.map(({ method, path }) => [method, path] as const))(
  '%s %s never returns 500 for a database that stops responding at any call, and says when to retry',
  async (method, path) => {
    const database = silentDatabase()
    const { send, app } = await signedInApp({ wrap: database.wrap, expectsErrors: true })
    const described = path.replaceAll(/:(\w+)/g, '{$1}')
    const body = bodies.get(`${method} ${described}`)
    const address = described.replaceAll('{slug}', 'a').replaceAll(/\{(?!id\})\w+\}/g, '1')
    // These are unavailable here without a provider.
    const needsProvider = path.startsWith('/api/admin/ai-') || mayBeUnavailable(`${method} ${described}`)

    for (let answered = 0; ; answered++) {
      database.answerOnly(answered)
      const response = await send(method, address, body && JSON.stringify(body))
      // A truncated stream has ended, too.
      await response.arrayBuffer().catch(() => null)
      expect([answered, response.status]).not.toEqual([answered, 500])
      if (response.status === 503 && !needsProvider) expect(response.headers.has('retry-after')).toBe(true)
      if (!database.isAsked()) break
    }
    database.answerOnly(Number.POSITIVE_INFINITY)
    await app.counter.close()
  },
)
