import { and, desc, eq } from 'drizzle-orm'
import { type AnalysisChanges, type AnalysisRun, RUNS_KEPT } from '#domain/analyses.ts'
import type { Database } from '#src/db/database.ts'
import { analysisRuns } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import { languageCode } from './relevance/language-codes.ts'
import { stem } from './relevance/stems.ts'
import { findAnalysis, findAnalyzedPage } from './store.ts'

export async function listRuns(db: Database, id: number): Promise<AnalysisRun[]> {
  await findAnalysis(db, id)
  return db
    .select({
      id: analysisRuns.id,
      at: analysisRuns.at,
      status: analysisRuns.status,
      totalKeywords: analysisRuns.totalKeywords,
      totalHeadings: analysisRuns.totalHeadings,
      wordCount: analysisRuns.wordCount,
      responseMilliseconds: analysisRuns.responseMilliseconds,
      errorMessage: analysisRuns.errorMessage,
    })
    .from(analysisRuns)
    .where(eq(analysisRuns.analysisId, id))
    .orderBy(desc(analysisRuns.id))
    .limit(RUNS_KEPT)
}

/** Compares with run `since`, by default the previous one. Throws AppError not_found, also for deleted runs. */
export async function readChanges(db: Database, id: number, since?: number): Promise<AnalysisChanges> {
  const { details } = await findAnalyzedPage(db, id)
  const runs = await db
    .select({
      id: analysisRuns.id,
      at: analysisRuns.at,
      keywords: analysisRuns.keywords,
      version: analysisRuns.version,
    })
    .from(analysisRuns)
    .where(and(eq(analysisRuns.analysisId, id), eq(analysisRuns.status, 'completed')))
    .orderBy(desc(analysisRuns.id))
    .limit(since === undefined ? 2 : RUNS_KEPT)
  const [last] = runs
  const earlier = since === undefined ? runs[1] : runs.find((run) => run.id === since)
  if (since !== undefined && !earlier) throw notFound('Run')
  const span = { since: earlier?.at ?? null, until: last?.at ?? null }
  if (!last || !earlier) return { ...span, isRankedAlike: true, gained: [], lost: [], moved: [] }
  const isRankedAlike = earlier.version === last.version
  return {
    ...span,
    isRankedAlike,
    ...compare(earlier.keywords, last.keywords, languageCode(details?.lang ?? DEFAULT_LANGUAGE)),
  }
}

/** Smaller differences are noise, for example from dates or randomly ordered texts on the page. */
const SCORE_CHANGE_MIN = 0.3

type Pairs = [keyword: string, relevanceScore: number][]

const DEFAULT_LANGUAGE = 'en'

/** Keyed by stem, so that 'Shoe' and 'shoes' count as the same keyword. */
function rankByStem(pairs: Pairs, language: string) {
  const found = new Map<string, { keyword: string; rank: number; relevanceScore: number }>()
  for (const [index, [keyword, relevanceScore]] of pairs.entries()) {
    const words = keyword.toLowerCase().split(/[\s-]+/)
    const key = words.map((word) => stem(word, language)).join(' ')
    if (!found.has(key)) found.set(key, { keyword, rank: index + 1, relevanceScore })
  }
  return found
}

function compare(
  before: Pairs,
  after: Pairs,
  language: string,
): Pick<AnalysisChanges, 'gained' | 'lost' | 'moved'> {
  const earlier = rankByStem(before, language)
  const later = rankByStem(after, language)
  const kept = [...later].flatMap(([key, now]) => {
    const then = earlier.get(key)
    if (!then) return []
    const gain = now.relevanceScore - then.relevanceScore
    return [{ now: { ...now, previousRank: then.rank, previousRelevanceScore: then.relevanceScore }, gain }]
  })
  // Scores are relative to the best keyword, so a shift shared by all keywords comes from that one.
  const shift = medianOf(kept.map(({ gain }) => gain))
  const moved = kept
    .map(({ now, gain }) => ({ now, gain: Math.round((gain - shift) * 10) / 10 }))
    .filter(
      ({ now, gain }) =>
        Math.abs(gain) >= SCORE_CHANGE_MIN && Math.sign(gain) === Math.sign(now.previousRank - now.rank),
    )
    .sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain) || a.now.rank - b.now.rank)
  return {
    gained: [...later].flatMap(([key, keyword]) => (earlier.has(key) ? [] : [keyword])),
    lost: [...earlier].flatMap(([key, keyword]) => (later.has(key) ? [] : [keyword])),
    moved: moved.map(({ now }) => now),
  }
}

function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}
