import { sql } from 'drizzle-orm'
import type { KeywordIdea } from '#domain/keywords.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import { findIndexed } from '#src/db/post-index.ts'
import { type Stem, stemsOf } from '#src/db/post-words.ts'
import type { Page } from '#src/http/paging.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { listKeywords } from './listing.ts'

/** Keywords of CSV files considered, by traffic. */
const KEYWORDS_MAX = 1_000
/** The most relevant keywords of the newest websites follow. */
const ANALYSES_MAX = 50
const RANK_MAX = 10
const VARIANTS_MAX = 10
/** Newest posts whose titles are compared with a word. */
const TITLES_MAX = 2_000

type Candidate = Pick<KeywordIdea, 'keywords' | 'traffic' | 'searchVolume'> & { stems: Stem[] }
type Match = Pick<KeywordIdea, 'state' | 'post' | 'missing'>

/** Compares keywords of competitors with the published posts, most traffic first. Yields every few milliseconds. */
export async function listIdeas(
  db: Database,
  { limit, offset }: Page,
  signal?: AbortSignal,
): Promise<{ rows: KeywordIdea[]; total: number }> {
  const candidates = await readCandidates(db, signal)
  const match = createMatcher(db, signal)
  const rows: KeywordIdea[] = []
  for (const { stems, ...idea } of candidates.slice(offset, offset + limit)) {
    rows.push({ ...idea, ...(await match(stems)) })
  }
  return { rows, total: candidates.length }
}

/** Keywords with the same stems are one candidate. */
async function readCandidates(db: Database, signal?: AbortSignal): Promise<Candidate[]> {
  const byTraffic = { sort: 'traffic', order: 'desc', search: '', limit: KEYWORDS_MAX, offset: 0 } as const
  const uploaded = await listKeywords(db, byTraffic, signal)
  const analyzed = await db.values<[keyword: string]>(sql`
    SELECT keyword FROM analysis_keywords
    WHERE analysis_id IN (SELECT id FROM analyses ORDER BY id DESC LIMIT ${ANALYSES_MAX}) AND rank <= ${RANK_MAX}
    ORDER BY relevance_score DESC, id`)
  const unranked = analyzed.map(([keyword]) => ({ keyword, traffic: null, searchVolume: null }))
  const found = new Map<string, Candidate>()
  for (const [index, { keyword, traffic, searchVolume }] of [...uploaded.rows, ...unranked].entries()) {
    if (index % 100 === 0) await yieldToEventLoop(signal)
    const stems = keyword.length > SEARCH_MAX ? [] : stemsOf(keyword)
    if (stems.length === 0) continue
    const key = stems
      .map(({ exact }) => exact)
      .sort()
      .join()
    const known = found.get(key)
    if (!known) found.set(key, { keywords: [keyword], traffic, searchVolume, stems })
    else if (known.keywords.length < VARIANTS_MAX && !known.keywords.includes(keyword)) {
      known.keywords.push(keyword)
    }
  }
  return [...found.values()]
}

function createMatcher(db: Database, signal?: AbortSignal) {
  const inTitles = new Map<string, Set<number>>()

  /** Long prefixes of common words are fast only in titles and tags. */
  async function findTitles({ loose }: Stem): Promise<Set<number>> {
    const known = inTitles.get(loose)
    if (known) return known
    const ids = new Set(await findIndexed(db, `{title tags} : (${loose})`, TITLES_MAX))
    inTitles.set(loose, ids)
    return ids
  }

  /** The newest of the posts with the most words in title and tags, and the words that are not. */
  async function findNearest(stems: Stem[]): Promise<{ id: number; others: Stem[] } | null> {
    const counts = new Map<number, number>()
    for (const stem of stems)
      for (const id of await findTitles(stem)) counts.set(id, (counts.get(id) ?? 0) + 1)
    let nearest: [id: number, count: number] = [0, 0]
    for (const [id, count] of counts) {
      if (count > nearest[1] || (count === nearest[1] && id > nearest[0])) nearest = [id, count]
    }
    const [id, count] = nearest
    if (count === 0 || count * 2 < stems.length) return null
    return { id, others: stems.filter(({ loose }) => !inTitles.get(loose)?.has(id)) }
  }

  return async (stems: Stem[]): Promise<Match> => {
    await yieldToEventLoop(signal)
    const nearest = await findNearest(stems)
    const missing = nearest ? await findMissing(db, nearest.id, nearest.others) : []
    if (nearest && missing.length === 0) return matchOf('covered', await readPost(db, nearest.id))
    const [covering] = await findIndexed(db, stems.map(({ exact }) => exact).join(' AND '), 1)
    if (covering !== undefined) return matchOf('covered', await readPost(db, covering))
    return matchOf('extend', nearest && (await readPost(db, nearest.id)), missing)
  }
}

/** A post may have been deleted meanwhile. */
const matchOf = (state: Match['state'], post: Match['post'], missing: string[] = []): Match =>
  post ? { state, post, missing } : { state: 'new', post, missing: [] }

const readPost = async (db: Database, id: number): Promise<KeywordIdea['post']> => {
  const [row] = await db.values<[title: string, slug: string]>(
    sql`SELECT title, slug FROM posts WHERE id = ${id}`,
  )
  return row ? { id, title: row[0], slug: row[1] } : null
}

async function findMissing(db: Database, id: number, stems: Stem[]): Promise<string[]> {
  if (stems.length === 0) return []
  const rows = await db.values<[word: string]>(sql`
    SELECT value ->> 'word' FROM json_each(${JSON.stringify(stems)})
    WHERE NOT EXISTS (SELECT 1 FROM post_index WHERE post_index MATCH value ->> 'exact' AND rowid = ${id})`)
  return rows.map(([word]) => word)
}
