import { expect, test } from 'bun:test'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { startServer } from '#web/e2e/harness.ts'

const SOCKETS = shortOrLong(30, 200)
const CONNECTION_MS_MAX = 15_000
/** Distinguishes slow from blocked, even on shared machines. */
const SITE_MS = 2_000

const POST = 'POST /api/track/feedback HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\n'

/** After this, one byte a second. */
const KINDS: [first: string, then: string][] = [
  ['', ''],
  ['GET / HTTP/1.1\r\nHost: a.test\r\n', 'X-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['G', 'ET / HTTP/1.1 and so on for quite some time'],
  [`${POST}Content-Length: 1000\r\n\r\n{"helpful":`, 'true                                       '],
  [POST, 'Content-Length: 1000000000000000000000000'],
]

/** Returns how many milliseconds the server kept the slow connection. */
async function sendSlowly(url: string, [first, then]: (typeof KINDS)[number]): Promise<number> {
  const { hostname, port } = new URL(url)
  const closed = Promise.withResolvers<void>()
  const opened = performance.now()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: () => undefined, close: () => closed.resolve(), error: () => closed.resolve() },
  })
  socket.write(first)
  let said = 0
  const timer = setInterval(() => socket.write(then.charAt(said++)), 1_000)
  const patience = setTimeout(closed.resolve, 2 * CONNECTION_MS_MAX)
  await closed.promise
  clearInterval(timer)
  clearTimeout(patience)
  socket.end()
  return performance.now() - opened
}

test('the server disconnects clients that never finish, and serves others meanwhile', async () => {
  await using server = await startServer()
  const lives: number[] = []
  const dawdling = Promise.all(
    Array.from({ length: SOCKETS }, async (_, number) => {
      const kind = KINDS[number % KINDS.length]
      if (kind) lives.push(await sendSlowly(server.url, kind))
    }),
  )
  const waits: number[] = []
  while (lives.length < SOCKETS) {
    const startedAt = performance.now()
    expect((await fetch(`${server.url}/about`)).status).toBe(200)
    waits.push(performance.now() - startedAt)
    await Bun.sleep(50)
  }
  await dawdling
  const p95 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.NaN
  printFigures('Slow clients', {
    'connections held': SOCKETS,
    'ms longest': Math.round(Math.max(...lives)),
    'ms p95 of the site meanwhile': Math.round(p95),
  })
  expect(Math.max(...lives)).toBeLessThan(CONNECTION_MS_MAX)
  expect(p95).toBeLessThan(SITE_MS)
}, 60_000)
