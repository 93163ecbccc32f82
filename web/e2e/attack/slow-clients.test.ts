import { expect, test } from 'bun:test'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { startServer } from '#web/e2e/harness.ts'
import { expectResponsive, watch } from './watchdog.ts'

const PER_KIND = shortOrLong(3, 40)
const PAUSE_MS = 1_000

const POST = 'POST /api/track/feedback HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\n'

/** After `first`, `then` follows byte by byte, its last one forever. */
const KINDS: [first: string, then: string][] = [
  ['', ''],
  ['GET / HTTP/1.1\r\nHost: a.test\r\n', 'X-Slow: a'],
  ['G', 'ET / HTTP/1.1 and so on'],
  [`${POST}Content-Length: 1000\r\n\r\n{"helpful":`, 'true '],
  [POST, 'Content-Length: 1'],
]

/** Resolves when the server closes the connection. */
async function sendSlowly(url: string, [first, then]: (typeof KINDS)[number]): Promise<void> {
  const { hostname, port } = new URL(url)
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: () => undefined, close: () => closed.resolve(), error: () => closed.resolve() },
  })
  socket.write(first)
  let sent = 0
  const timer = setInterval(() => {
    socket.write(then.charAt(Math.min(sent++, then.length - 1)))
  }, PAUSE_MS)
  await closed.promise
  clearInterval(timer)
}

test('the server disconnects clients that never finish, and serves others meanwhile', async () => {
  await using server = await startServer()
  const clients = Array.from({ length: PER_KIND }, () => KINDS).flat()
  let disconnected = 0
  const watched = await watch(server, async ({ sampled }) => {
    const sending = clients.map(async (kind) => {
      await sendSlowly(server.url, kind)
      disconnected += 1
    })
    await sampled(1)
    expect((await fetch(`${server.url}/about`)).status).toBe(200)
    await Promise.all(sending)
  })
  printFigures('Slow clients', { connections: clients.length, disconnected })
  expectResponsive('Slow clients', watched)
  expect(disconnected).toBe(clients.length)
})
