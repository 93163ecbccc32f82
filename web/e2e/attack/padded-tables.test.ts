import { expect, test } from 'bun:test'
import type { Database } from '#src/db/database.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { type Flood, flood, fromNetwork } from './flood.ts'
import { startSeeded } from './seeded-server.ts'
import { expectResponsive, watch } from './watchdog.ts'

const COLUMNS = 520
const HEAD = `${'|a'.repeat(COLUMNS)}\n${'|-'.repeat(COLUMNS)}\n`
/** Becomes 65,000 cells without a limit. */
const SHORT = `Words\n\n${HEAD}${'|\n'.repeat(900)}`
/** Becomes almost five million. */
const LONG = Array.from({ length: 230 }, () => `${HEAD}${'|\n'.repeat(39)}\n`)
  .join('')
  .slice(0, 488_000)
const POSTS = shortOrLong(10, 60)

async function seed(db: Database) {
  for (let number = 1; number <= POSTS; number++)
    await makePublished(db, { slug: `p${number}`, excerpt: '', content: SHORT }, new Date(number * 1000))
  await makePublished(db, { slug: 'long', content: LONG }, new Date(0))
}

test.each([
  ['the list of posts', ['/blog']],
  ['summaries', ['/api/blog/posts?view=summary&limit=50']],
  ['searches', Array.from({ length: 10 }, (_, index) => `/api/blog/posts?search=words&limit=${50 + index}`)],
  ['feeds', ['/feed.xml', '/atom.xml']],
  ['a long post', ['/blog/long', '/blog/long', '/api/blog/posts/long?view=page']],
])('%s of padded tables do not delay other requests', async (name, paths) => {
  await using server = await startSeeded({ flags: MANY_ADDRESSES, seed })
  // Warm-up: loads the rendering code.
  expect((await fetch(`${server.url}/blog/none`)).status).toBe(404)
  let done: Flood | undefined
  const watched = await watch(server, async ({ signal }) => {
    done = await flood(server, { count: paths.length, atOnce: paths.length, signal }, (number) => ({
      path: paths[number] ?? '',
      headers: fromNetwork(number),
    }))
  })
  expectResponsive(`Padded tables, ${name}`, watched)
  expect([done?.statuses, done?.failed]).toEqual([new Map([[200, paths.length]]), 0])
})
