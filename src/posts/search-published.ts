import { sql } from 'drizzle-orm'
import type { PostSummary } from '#domain/posts.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import { createQueue } from '#src/http/queue.ts'
import { breathe } from '#src/lib/breathe.ts'
import { readSummaries } from './store.ts'

/** Results beyond these are of no use to a reader; each costs the database a comparison. */
export const MOST_FOUND = 200
const MOST_WORDS = 10
/** A shorter beginning of a word is that of too many. */
const PREFIX_CHARACTERS = 3

/** Searches under way: among many long posts, the beginning of a word can take the database half a second. */
const MOST_SEARCHES = { ofNetwork: 4, ofWideNetwork: 8, ofEveryone: 40 }

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** Searches for the client at an address, as below. Throws AppError unavailable when too many searches wait. */
export type PostSearch = (address: string, text: string) => Promise<number[]>

/** One search at a time, in a turn of its own. */
export function createPostSearch(db: Database): PostSearch {
  const inTurn = createQueue(1, MOST_SEARCHES)
  return (address, text) => inTurn(address, () => searchPublished(db, text))
}

/**
 * Ids of the published posts that have every word of `text`, whatever its case and accents: those with all of them in
 * title and tags first, then by age, the newest first. The last word may be the beginning of one. At most `MOST_FOUND`:
 * in this order the database stops there, where a rank would have it read every post that has the word 'the'.
 */
export async function searchPublished(db: Database, text: string): Promise<number[]> {
  const query = matchOf(text)
  if (query === null) return []
  const find = async (match: string) => {
    await breathe()
    return db.values<[id: number]>(sql`
      SELECT rowid FROM post_index WHERE post_index MATCH ${match} ORDER BY rowid DESC LIMIT ${MOST_FOUND}`)
  }
  const rows = [...(await find(`{title tags} : (${query})`)), ...(await find(query))]
  return [...new Set(rows.map(([id]) => id))].slice(0, MOST_FOUND)
}

/** Summaries in the order of `ids`. */
export async function readFound(db: Database, ids: number[]): Promise<PostSummary[]> {
  const found = new Map((await readSummaries(db, ids)).map((post) => [post.id, post]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Words that stand side by side, as a query of the index; null where there are none. */
export function phraseOf(text: string): string | null {
  const words = text.match(WORD)
  return words && `"${words.join(' ')}"`
}

/** Nothing of the index's own language comes through: each word is quoted, and holds letters and digits alone. */
export function matchOf(text: string): string | null {
  const words = [...new Set(text.slice(0, SEARCH_MAX).match(WORD))].slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (last === undefined) return null
  const quoted = words.map((word) => `"${word}"`).join(' AND ')
  return [...last].length < PREFIX_CHARACTERS ? quoted : `${quoted}*`
}
