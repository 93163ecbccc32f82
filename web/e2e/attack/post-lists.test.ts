import { expect, test } from 'bun:test'
import type { Database } from '#src/db/database.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { type Flood, flood, fromNetwork } from './flood.ts'
import { startSeeded } from './seeded-server.ts'
import { expectResponsive, watch } from './watchdog.ts'

const POSTS = shortOrLong(40, 220)
const POST_CHARACTERS = 60_000
const CALLS = shortOrLong(50, 1_500)
const AT_ONCE = shortOrLong(40, 80)
const PAGE_CALLS = shortOrLong(50, 1_500)
/** Twice the size of the list cache. */
const PAGE_POSTS = shortOrLong(40, 600)

/** Deterministic text that compresses like prose. */
const prose = (seed: number) => {
  let text = ''
  for (let word = seed; text.length < POST_CHARACTERS; word = (word * 48271) % 2147483647)
    text += `${(word % 5000).toString(36)}${word % 11 === 0 ? '.\n' : ' '}`
  return text
}

const seedPosts = (count: number) => async (db: Database) => {
  for (let number = 1; number <= count; number++)
    await makePublished(db, { slug: `p${number}`, content: prose(number) }, new Date(number * 1000))
}

const seed = seedPosts(POSTS)
const seedPages = PAGE_POSTS === POSTS ? seed : seedPosts(PAGE_POSTS)

const slice = (number: number) =>
  `/api/blog/posts?limit=${POSTS - (number % (POSTS / 2))}&offset=${Math.floor(number / (POSTS / 2))}`

const ALLOWED = [200, 429, 503]

function expectAnswered(attack: string, { statuses, failed }: Flood) {
  printFigures(
    attack,
    Object.fromEntries([...statuses].map(([status, count]) => [`answered ${status}`, count])),
  )
  expect([...statuses.keys()].filter((status) => !ALLOWED.includes(status))).toEqual([])
  expect(failed).toBe(0)
}

test('many clients that page through all posts do not delay other requests', async () => {
  await using server = await startSeeded({ flags: MANY_ADDRESSES, seed })
  let done: Flood | undefined
  const watched = await watch(server, async ({ signal }) => {
    done = await flood(server, { count: CALLS, atOnce: AT_ONCE, signal }, (number) => ({
      path: slice(number),
      headers: fromNetwork(number),
    }))
  })
  expectResponsive('Slices for many', watched)
  expectAnswered('Slices for many', done ?? { statuses: new Map(), failed: 1 })
})

test('clients that request more list pages than the cache holds do not delay other requests', async () => {
  await using server = await startSeeded({ flags: MANY_ADDRESSES, seed: seedPages })
  let done: Flood | undefined
  const page = (number: number) => {
    const limit = [10, 20, 50][number % 3] ?? 10
    return `/api/blog/posts?limit=${limit}&offset=${limit * (number % Math.ceil(PAGE_POSTS / limit))}`
  }
  const walk = async ({ signal }: { signal: AbortSignal }) => {
    done = await flood(server, { count: PAGE_CALLS, atOnce: AT_ONCE, signal }, (number) => ({
      path: page(number),
      headers: fromNetwork(number),
    }))
  }
  const watched = await watch(server, walk)
  expectResponsive('Walk through pages', watched)
  expectAnswered('Walk through pages', done ?? { statuses: new Map(), failed: 1 })
})
