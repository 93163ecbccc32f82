import { expect, test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { until } from '#src/testing/time-limits.ts'
import { startSetUp } from '#web/e2e/administration.ts'
import type { Server } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { type Flood, flood, fromNetwork } from './flood.ts'
import { startSeeded } from './seeded-server.ts'
import { expectResponsive, watch } from './watchdog.ts'

const CALLS = shortOrLong(45, 1_000)
const POSTS = shortOrLong(1, 2)
const LINE = '**bold** and *em*, a [link](https://example.com/a) and `code` in a line that goes on'
/** The largest post, with the slowest Markdown. */
const CONTENT = Array.from({ length: Math.floor(499_000 / (LINE.length + 1)) }, () => LINE).join('\n')

/** Without a response for ten seconds, a connection is closed, but rendering goes on. */
const untilServed = (server: Server, path: string) =>
  until(`${path} is served`, async () => (await fetch(server.url + path).catch(() => null))?.status === 200)

test('first views of long posts and their feeds do not delay other requests', async () => {
  await using server = await startSeeded({
    flags: MANY_ADDRESSES,
    seed: async (db) => {
      for (let number = 1; number <= POSTS; number++)
        await makePublished(db, { slug: `p${number}`, content: CONTENT })
    },
  })
  // Warm-up: loads the rendering code.
  expect((await fetch(`${server.url}/blog/none`)).status).toBe(404)
  const posts = Array.from({ length: POSTS }, (_, index) => `/blog/p${index + 1}`)
  const paths = [...posts, '/feed.xml', '/atom.xml', '/blog', '/sitemap.xml']
  let done: Flood | undefined
  const watched = await watch(server, async ({ signal }) => {
    done = await flood(server, { count: paths.length, atOnce: paths.length, signal }, (number) => ({
      path: paths[number] ?? '',
      headers: fromNetwork(number),
    }))
  })
  expectResponsive('Long posts, first read', watched)
  expect([...(done?.statuses.keys() ?? [])].filter((status) => status !== 200)).toEqual([])
  expect(done?.failed).toBe(0)
  for (const path of paths) await untilServed(server, path)
})

test('continuous preview requests do not delay other requests', async () => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  const authorization = `Bearer ${server.login.token}`
  // Just short enough for the main thread, and as slow as possible.
  const content = '![a'.repeat(6_600)
  let done: Flood | undefined
  const watched = await watch(server, async ({ signal }) => {
    done = await flood(server, { count: CALLS, atOnce: 30, signal }, (number) => ({
      path: '/api/admin/blog/render',
      headers: { authorization, ...fromNetwork(number) },
      json: { content },
    }))
  })
  expectResponsive('Texts shown', watched)
  expect([...(done?.statuses.keys() ?? [])].filter((status) => ![200, 503].includes(status))).toEqual([])
  expect(done?.failed).toBe(0)
})
