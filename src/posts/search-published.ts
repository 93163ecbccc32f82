import type { PostSummary } from '#domain/posts.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import { findIndexed } from '#src/db/post-index.ts'
import { matchOf } from '#src/db/post-words.ts'
import { createQueue } from '#src/http/queue.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import { readSummaries } from './public-store.ts'

export const RESULTS_MAX = 200

/** Searches running or queued. */
const SEARCHES_MAX = { perNetwork: 4, perWideNetwork: 8, total: 40 }

/** Throws AppError rate_limited, or unavailable if too many searches are queued. */
export type PostSearch = (address: string, text: string) => Promise<number[]>

export function createPostSearch(db: Database): PostSearch {
  const inTurn = createQueue(1, SEARCHES_MAX)
  const rate = createRateLimit(RATE_LIMITS.searches)
  return async (address, text) => {
    rate.take(networkOf(address))
    return inTurn(address, () => searchPublished(db, text))
  }
}

/**
 * Ids of published posts that contain every word of `text` (the last as a prefix), in any spelling (foldText): matches
 * in title and tags first, then newest. Unranked, because ranking would read every post that contains 'the'.
 */
export async function searchPublished(db: Database, text: string): Promise<number[]> {
  const query = matchOf(text.slice(0, SEARCH_MAX))
  if (query === null) return []
  const find = (match: string) => findIndexed(db, match, RESULTS_MAX)
  const ids = [...(await find(`{title tags} : (${query})`)), ...(await find(query))]
  return [...new Set(ids)].slice(0, RESULTS_MAX)
}

export async function readFound(db: Database, ids: number[]): Promise<PostSummary[]> {
  const found = new Map((await readSummaries(db, ids)).map((post) => [post.id, post]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
