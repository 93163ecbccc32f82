import { expect, test } from 'bun:test'
import { COMMAND_LINE } from '#domain/audit.ts'
import { createPreview } from '#src/posts/previews.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { makePost, makePublished } from '#src/testing/make-post.ts'
import { expectUnstalled, watch } from '#src/testing/watchdog.ts'
import { startServer } from '#web/e2e/harness.ts'
import { type Flood, flood, fromNetwork } from './flood.ts'
import { startSeeded } from './seeded.ts'
import { claim, MANY_ADDRESSES } from './writing.ts'

const CALLS = shortOrLong(100, 1_000)
const LINE = '**bold** and *em*, a [link](https://example.com/a) and `code` in a line that goes on'
/** As much as a post may have, of what takes longest to draw. */
const CONTENT = Array.from({ length: Math.floor(499_000 / (LINE.length + 1)) }, () => LINE).join('\n')

test('a long draft that is previewed again and again keeps nobody waiting', async () => {
  let path = ''
  await using server = await startSeeded({
    flags: MANY_ADDRESSES,
    seed: async (db) => {
      const { id } = await makePost(db, { content: CONTENT })
      path = (await createPreview(db, COMMAND_LINE, id, new Date())).path
    },
  })
  let done: Flood | undefined
  const watched = await watch(server, async (signal) => {
    done = await flood(server, { count: CALLS, atOnce: 20, signal }, (number) => ({
      path,
      headers: fromNetwork(number),
    }))
  })
  expectUnstalled('Previews of a long draft', watched)
  expect([...(done?.statuses.keys() ?? [])].sort()).toEqual([200])
  expect(done?.failed).toBe(0)
})

test('long posts that are read for the first time keep nobody waiting, nor do their feeds', async () => {
  await using server = await startSeeded({
    flags: MANY_ADDRESSES,
    seed: async (db) => {
      for (let number = 1; number <= 2; number++)
        await makePublished(db, { slug: `p${number}`, content: CONTENT })
    },
  })
  // Loads the code that draws, which is no part of what a post costs.
  expect((await fetch(`${server.url}/blog/none`)).status).toBe(404)
  const paths = ['/blog/p1', '/blog/p2', '/feed.xml', '/atom.xml', '/blog', '/sitemap.xml']
  let done: Flood | undefined
  const watched = await watch(server, async (signal) => {
    done = await flood(server, { count: paths.length, atOnce: paths.length, signal }, (number) => ({
      path: paths[number] ?? '',
      headers: fromNetwork(number),
    }))
  })
  expectUnstalled('Long posts, first read', watched)
  expect([...(done?.statuses ?? [])]).toEqual([[200, paths.length]])
})

test('texts that a writer has shown without end keep nobody waiting', async () => {
  await using server = await startServer({ flags: MANY_ADDRESSES })
  const authorization = `Bearer ${await claim(server)}`
  // Drawn on the main thread, as long as those may be, and as slowly as they can be.
  const content = '![a'.repeat(6_600)
  let done: Flood | undefined
  const watched = await watch(server, async (signal) => {
    done = await flood(server, { count: CALLS, atOnce: 30, signal }, (number) => ({
      path: '/api/admin/blog/render',
      headers: { authorization, ...fromNetwork(number) },
      json: { content },
    }))
  })
  expectUnstalled('Texts shown', watched)
  expect([...(done?.statuses.keys() ?? [])].filter((status) => ![200, 503].includes(status))).toEqual([])
  expect(done?.failed).toBe(0)
})
