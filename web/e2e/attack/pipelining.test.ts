import { test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'
import { expectResponsive, watch } from './watchdog.ts'

const CONNECTIONS = shortOrLong(30, 100)
const REQUESTS = 4_000

/** Sends all requests at once, and resolves when the server has closed the connection. */
async function pipeline({ url }: Server, request: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  let unsent = Buffer.from(request.repeat(REQUESTS - 1) + last)
  const closed = Promise.withResolvers<void>()
  const send = (socket: Bun.Socket) => {
    unsent = unsent.subarray(Math.max(0, socket.write(unsent)))
  }
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: send,
      drain: send,
      data: () => undefined,
      close: () => closed.resolve(),
      error: () => closed.resolve(),
    },
  })
  await closed.promise
}

test.each([
  'HEAD / HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'HEAD /?a HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'HEAD /none HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'POST /api/admin/users HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\n\r\n',
])('pipelined requests do not delay other requests: %j', async (request) => {
  await using server = await startServer()
  const path = request.split(' ')[1]
  const headers = { host: 'a.test' }
  for (let warmUp = 0; warmUp < 5; warmUp++) await (await fetch(server.url + path, { headers })).bytes()
  const watched = await watch(server, async ({ sampled }) => {
    const sending = Array.from({ length: CONNECTIONS }, () => pipeline(server, request))
    await sampled(1)
    await Promise.all(sending)
  })
  expectResponsive(`Pipelined ${request.slice(0, request.indexOf(' HTTP'))}`, watched)
})
