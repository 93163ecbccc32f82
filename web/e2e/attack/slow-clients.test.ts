import { expect, test } from 'bun:test'
import { shortOrLong, tellFigures } from '#src/testing/attack.ts'
import { startServer } from '#web/e2e/harness.ts'

const SOCKETS = shortOrLong(30, 200)
const LONGEST_MS = 15_000
/** The machine may be shared: what this is to tell apart is slow from not at all. */
const SITE_MS = 2_000

const POST = 'POST /api/track/feedback HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\n'

/** What each says at once, and then, sign by sign, once a second. */
const KINDS: [first: string, then: string][] = [
  ['', ''],
  ['GET / HTTP/1.1\r\nHost: a.test\r\n', 'X-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['G', 'ET / HTTP/1.1 and so on for quite some time'],
  [`${POST}Content-Length: 1000\r\n\r\n{"helpful":`, 'true                                       '],
  [POST, 'Content-Length: 1000000000000000000000000'],
]

/** Opens a connection that takes its time; answers for how many milliseconds the server bore it. */
async function dawdle(url: string, [first, then]: (typeof KINDS)[number]): Promise<number> {
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
  const patience = setTimeout(closed.resolve, 2 * LONGEST_MS)
  await closed.promise
  clearInterval(timer)
  clearTimeout(patience)
  socket.end()
  return performance.now() - opened
}

test('clients that never finish are let go after a while, and the site is served meanwhile', async () => {
  await using server = await startServer()
  const lives: number[] = []
  const dawdling = Promise.all(
    Array.from({ length: SOCKETS }, async (_, number) => {
      const kind = KINDS[number % KINDS.length]
      if (kind) lives.push(await dawdle(server.url, kind))
    }),
  )
  const waits: number[] = []
  while (lives.length < SOCKETS) {
    const asked = performance.now()
    expect((await fetch(`${server.url}/about`)).status).toBe(200)
    waits.push(performance.now() - asked)
    await Bun.sleep(50)
  }
  await dawdling
  const p95 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.NaN
  tellFigures('Slow clients', {
    'connections held': SOCKETS,
    'ms longest': Math.round(Math.max(...lives)),
    'ms p95 of the site meanwhile': Math.round(p95),
  })
  expect(Math.max(...lives)).toBeLessThan(LONGEST_MS)
  expect(p95).toBeLessThan(SITE_MS)
}, 60_000)
