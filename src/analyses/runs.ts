import { and, desc, eq } from 'drizzle-orm'
import { type AnalysisChanges, type AnalysisRun, RUNS_KEPT } from '#domain/analyses.ts'
import type { Database } from '#src/db/database.ts'
import { analysisRuns } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import { codeOf } from './relevance/language-names.ts'
import { stem } from './relevance/stems.ts'
import { findAnalysis, readPage } from './store.ts'

/** The last times that it was read or could not be, newest first. Throws AppError not_found. */
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

/**
 * What the last completed run has that an earlier one had not, and so on; the earlier one is the run before unless
 * `since` names it. Throws AppError not_found, also for a run that is not kept.
 */
export async function readChanges(db: Database, id: number, since?: number): Promise<AnalysisChanges> {
  const { details } = await readPage(db, id)
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
    ...compare(earlier.keywords, last.keywords, codeOf(details?.lang ?? DEFAULT_LANGUAGE)),
  }
}

/** Less of a difference in relevance is noise: of a page's date, or of an order of its texts that changes by itself. */
const NOTABLE = 0.3

type Pairs = [keyword: string, relevanceScore: number][]

/** Where the page does not tell; its endings are those of many loanwords, too. */
const DEFAULT_LANGUAGE = 'en'

/** By what stays the same when a page writes a keyword in capitals or in the plural today. */
function ranked(pairs: Pairs, language: string) {
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
  const earlier = ranked(before, language)
  const later = ranked(after, language)
  const kept = [...later].flatMap(([key, now]) => {
    const then = earlier.get(key)
    if (!then) return []
    const gain = now.relevanceScore - then.relevanceScore
    return [{ now: { ...now, previousRank: then.rank, previousRelevanceScore: then.relevanceScore }, gain }]
  })
  // Scores are relative to the best keyword's: what they have all gained or lost is its doing, not theirs.
  const shift = medianOf(kept.map(({ gain }) => gain))
  const moved = kept
    .map(({ now, gain }) => ({ now, gain: Math.round((gain - shift) * 10) / 10 }))
    .filter(
      ({ now, gain }) =>
        Math.abs(gain) >= NOTABLE && Math.sign(gain) === Math.sign(now.previousRank - now.rank),
    )
    .sort((one, other) => Math.abs(other.gain) - Math.abs(one.gain) || one.now.rank - other.now.rank)
  return {
    gained: [...later].flatMap(([key, keyword]) => (earlier.has(key) ? [] : [keyword])),
    lost: [...earlier].flatMap(([key, keyword]) => (later.has(key) ? [] : [keyword])),
    moved: moved.map(({ now }) => now),
  }
}

/** 0 for none. */
function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}
