import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import type { Database } from '#src/db/database.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { expectUnstalled, watch } from '#src/testing/watchdog.ts'
import type { Server } from '#web/e2e/harness.ts'
import { fromNetwork } from './flood.ts'
import { startSeeded } from './seeded.ts'
import { MANY_ADDRESSES } from './writing.ts'

const CLIENTS = shortOrLong(150, 600)
const HOLD_MS = 3_000

const seed = async (db: Database) => {
  for (let number = 1; number <= 20; number++)
    await makePublished(db, { slug: `p${number}`, content: 'length comes first '.repeat(12_000) })
}

/** Asks, and reads nothing of the answer. */
function askAndIgnore(server: Server, path: string, number: number): Socket {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  const headers = Object.entries({ host: 'site.test', connection: 'close', ...fromNetwork(number) })
  socket.write(
    `GET ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  return socket
}

test.each(['/api/blog/posts', '/api/blog/posts?limit=19&offset=1', '/feed.xml', '/blog/p1'])(
  'clients that ask for %s and read nothing of it cost little memory',
  async (path) => {
    await using server = await startSeeded({ flags: MANY_ADDRESSES, seed })
    expect((await fetch(server.url + path)).status).toBe(200)
    const watched = await watch(server, async () => {
      const sockets = Array.from({ length: CLIENTS }, (_, number) => askAndIgnore(server, path, number))
      await Bun.sleep(HOLD_MS)
      for (const socket of sockets) socket.destroy()
    })
    expectUnstalled(`Silent readers of ${path}`, watched)
    // Those who left have given their places back.
    expect((await fetch(server.url + path)).status).toBe(200)
  },
)
