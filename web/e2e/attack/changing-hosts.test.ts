import { expect, test } from 'bun:test'
import { POSTS_PER_PAGE } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { startServer } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { type Flood, flood, fromNetwork } from './flood.ts'
import { startSeeded } from './seeded-server.ts'
import { expectResponsive, watch } from './watchdog.ts'

const CALLS = shortOrLong(80, 3_000)
const POSTS = shortOrLong(80, 400)
/** Just short enough for the main thread. */
const CONTENT = '**bold** and *em*, a [link](https://example.com/a) and `code`\n'.repeat(300)
/** A client may add fewer hosts. */
const WARM_UPS = 12

const seed = async (db: Database) => {
  for (let number = 1; number <= POSTS; number++)
    await makePublished(db, { slug: `p${number}`, content: CONTENT }, new Date(number * 1000))
}

test.each(['/sw.js', '/'])(
  'requests to %s with changing Host headers do not delay other requests',
  async (path) => {
    await using server = await startServer({ flags: MANY_ADDRESSES })
    let done: Flood | undefined
    const watched = await watch(server, async ({ signal }) => {
      done = await flood(server, { count: CALLS, atOnce: 30, signal }, (number) => ({
        path,
        headers: { host: `h${number}.test`, ...fromNetwork(number % 100) },
      }))
    })
    expectResponsive(`Changing hosts at ${path}`, watched)
    expect([...(done?.statuses.keys() ?? [])].filter((status) => ![200, 429, 503].includes(status))).toEqual(
      [],
    )
    expect(done?.failed).toBe(0)
  },
)

test.each(['/blog/p', '/blog?page='])(
  'made-up hosts that each request another page at %s do not delay other requests',
  async (path) => {
    await using server = await startSeeded({ seed })
    for (let number = 0; number < WARM_UPS; number++)
      await (await fetch(`${server.url}/about`, { headers: { host: `w${number}.test` } })).bytes()
    let done: Flood | undefined
    const watched = await watch(server, async ({ signal }) => {
      done = await flood(server, { count: POSTS, atOnce: POSTS, signal }, (number) => ({
        path: path + ((number % (path.includes('?') ? POSTS / POSTS_PER_PAGE : POSTS)) + 1),
        headers: { host: `h${number}.test` },
      }))
    })
    const statuses = done?.statuses ?? new Map<number, number>()
    printFigures(
      'Made-up hosts',
      Object.fromEntries([...statuses].map(([status, count]) => [`× ${status}`, count])),
    )
    expectResponsive(`Made-up hosts at ${path}`, watched)
    expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(done?.failed).toBe(0)
  },
)
