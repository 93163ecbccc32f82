import type { PostSummary } from '#domain/posts.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import { findIndexed } from '#src/db/post-index.ts'
import { createQueue } from '#src/http/queue.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { readSummaries } from './public-store.ts'

export const RESULTS_MAX = 200
const WORDS_MAX = 10
/** Shorter prefixes match too much. */
const PREFIX_CHARACTERS = 3

/** On pages and in the API together: a search can take the database several milliseconds. */
const RATE = { attempts: 60, seconds: 60 }

/** Searches running or queued. */
const SEARCHES_MAX = { perNetwork: 4, perWideNetwork: 8, total: 40 }

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** Throws AppError rate_limited, or unavailable if too many searches are queued. */
export type PostSearch = (address: string, text: string) => Promise<number[]>

export function createPostSearch(db: Database): PostSearch {
  const inTurn = createQueue(1, SEARCHES_MAX)
  const rate = createRateLimit(RATE)
  return async (address, text) => {
    await rate.take(networkOf(address))
    return inTurn(address, () => searchPublished(db, text))
  }
}

/**
 * Ids of published posts that contain every word of `text` (the last as a prefix), ignoring case and accents: matches
 * in title and tags first, then newest. Unranked, because ranking would read every post that contains 'the'.
 */
export async function searchPublished(db: Database, text: string): Promise<number[]> {
  const query = matchOf(text)
  if (query === null) return []
  const find = async (match: string) => {
    await yieldToEventLoop()
    return findIndexed(db, match, RESULTS_MAX)
  }
  const ids = [...(await find(`{title tags} : (${query})`)), ...(await find(query))]
  return [...new Set(ids)].slice(0, RESULTS_MAX)
}

export async function readFound(db: Database, ids: number[]): Promise<PostSummary[]> {
  const found = new Map((await readSummaries(db, ids)).map((post) => [post.id, post]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Returns an FTS phrase of adjacent words; null without words. */
export function phraseOf(text: string): string | null {
  const words = text.match(WORD)
  return words && `"${words.join(' ')}"`
}

/** Quotes each word to escape FTS syntax; null without words. */
function matchOf(text: string): string | null {
  const words = [...new Set(text.slice(0, SEARCH_MAX).match(WORD))].slice(0, WORDS_MAX)
  const last = words.at(-1)
  if (last === undefined) return null
  const quoted = words.map((word) => `"${word}"`).join(' AND ')
  return [...last].length < PREFIX_CHARACTERS ? quoted : `${quoted}*`
}
