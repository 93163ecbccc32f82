import { expect, test } from 'bun:test'
import { manualTicks } from '#src/testing/manual-ticks.ts'
import { until } from '#src/testing/time-limits.ts'
import { openWithBreaker } from './remote.ts'

/** Like a killed libSQL server: clients that stay until the database is open get an answer. */
function slowServer() {
  const opened = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async () => {
      await opened.promise
      const result = {
        cols: [{ name: '1' }],
        rows: [[{ type: 'integer', value: '1' }]],
        affected_row_count: 0,
      }
      const ok = { type: 'ok', response: { type: 'execute', result } }
      return Response.json({ baton: null, base_url: null, results: [ok] })
    },
  })
  return { url: server.url.href, open: opened.resolve, [Symbol.asyncDispose]: () => server.stop(true) }
}

test('a server that opens its database slowly finishes opening', async () => {
  await using server = slowServer()
  const { startTicks, tick } = manualTicks()
  const late = new AbortController()
  const engine = openWithBreaker(server.url, undefined, { startTicks, probeTimeout: () => late.signal })
  const one = { sql: 'SELECT 1', params: [] }
  const answer = engine.run(one).catch((error) => error.code)
  for (let ticks = 0; !engine.isUnreachable(); ticks++) {
    expect(ticks).toBeLessThan(10)
    tick()
  }
  expect(await answer).toBe('unavailable')
  late.abort()
  await new Promise((resolve) => setImmediate(resolve))
  expect(engine.isUnreachable()).toBe(true)
  server.open()
  await until('the database is reachable', () => !engine.isUnreachable())
  expect(await engine.run(one)).toEqual([[1]])
  await engine.close()
})
