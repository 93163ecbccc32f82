import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import type { Database } from '#src/db/database.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { makePublished } from '#src/testing/make-post.ts'
import type { Server } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { fromNetwork } from './flood.ts'
import { startSeeded } from './seeded-server.ts'
import { expectResponsive, watch } from './watchdog.ts'

const CLIENTS = shortOrLong(80, 600)
/** Requests of the watchdog while the clients are connected. */
const SAMPLES = shortOrLong(20, 60)

const seed = async (db: Database) => {
  for (let number = 1; number <= 20; number++)
    await makePublished(db, { slug: `p${number}`, content: 'length comes first '.repeat(12_000) })
}

/** Never reads the response. Resolves when the request is sent. */
function requestWithoutReading(server: Server, path: string, number: number): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  const headers = Object.entries({ host: 'site.test', connection: 'close', ...fromNetwork(number) })
  const request = `GET ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.write(request, () => resolve(socket))
  })
}

test.each(['/api/blog/posts', '/api/blog/posts?limit=19&offset=1', '/feed.xml', '/blog/p1'])(
  'clients that request %s and never read the response use little memory',
  async (path) => {
    await using server = await startSeeded({ flags: MANY_ADDRESSES, seed })
    expect((await fetch(server.url + path)).status).toBe(200)
    const watched = await watch(server, async ({ sampled }) => {
      const sockets = await Promise.all(
        Array.from({ length: CLIENTS }, (_, number) => requestWithoutReading(server, path, number)),
      )
      await sampled(SAMPLES)
      for (const socket of sockets) socket.destroy()
    })
    expectResponsive(`Silent readers of ${path}`, watched)
    // Disconnected clients have released their slots.
    expect((await fetch(server.url + path)).status).toBe(200)
  },
)
