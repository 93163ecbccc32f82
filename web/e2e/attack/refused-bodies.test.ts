import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { shortOrLong } from '#src/testing/attack.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'
import { expectResponsive, watch } from './watchdog.ts'

const BODIES = shortOrLong(100, 300)
const AT_ONCE = 60
const HALF_SENT = shortOrLong(150, 500)
/** Requests of the watchdog while the clients are connected. */
const SAMPLES = 20
const BODY = Buffer.alloc(5_000_000, 'a')
const HEADERS = { 'content-type': 'application/json' }

test('large bodies without a session are refused, and do not delay other requests', async () => {
  await using server = await startServer()
  const statuses: number[] = []
  const watched = await watch(server, async ({ signal }) => {
    const ask = { method: 'POST', body: BODY, headers: HEADERS, signal }
    const client = async () => {
      while (statuses.length < BODIES) {
        const response = await fetch(`${server.url}/api/admin/users`, ask)
        statuses.push(response.status)
        await response.bytes()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
  })
  expectResponsive('Refused bodies', watched)
  // Beyond the rate limit, 429.
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
})

/** Resolves once the first megabyte is sent, or the connection is closed. */
function sendPart({ url }: Server): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = `POST /api/contact HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: ${BODY.byteLength}\r\n\r\n`
  return new Promise((resolve) => {
    socket.on('close', () => resolve(socket))
    socket.on('error', () => resolve(socket))
    socket.write(head)
    socket.write(BODY.subarray(0, 1_000_000), () => resolve(socket))
  })
}

test('clients that send half of a body do not delay other requests', async () => {
  await using server = await startServer()
  const watched = await watch(server, async ({ sampled }) => {
    const sockets = await Promise.all(Array.from({ length: HALF_SENT }, () => sendPart(server)))
    await sampled(SAMPLES)
    for (const socket of sockets) socket.destroy()
  })
  expectResponsive('Half-sent bodies', watched)
})
