import type { Database } from 'bun:sqlite'
import type { Analysis, AnalysisDetails, AnalysisKeyword } from '#domain/analyses.ts'

export type Keyword = Pick<AnalysisKeyword, 'keyword' | 'relevanceScore'> & Partial<AnalysisKeyword>

/** A run without `keywords` failed. */
type Run = { at: string; keywords?: Keyword[]; errorMessage?: string; version?: string }

type Made = Pick<Analysis, 'url' | 'status'> &
  Partial<Omit<Analysis, 'id' | 'totalKeywords'>> & {
    keywords?: Keyword[]
    runs?: Run[]
    details?: Partial<AnalysisDetails>
    /** By another server. */
    isClaimed?: boolean
  }

const AT = '2026-11-21T18:12:00.000Z'

const DETAILS = {
  finalUrl: 'https://vault.example/business/',
  status: 200,
  contentType: 'text/html; charset=utf-8',
  responseMilliseconds: 312,
  bytes: 48_213,
  canonical: 'https://vault.example/business/',
  robots: 'index, follow',
  lang: 'en-GB',
  charset: 'UTF-8',
  openGraph: { 'og:type': 'website', 'og:title': 'The password manager for teams' },
  jsonLdTypes: ['Organization', 'Product'],
  headings: [
    { level: 1, text: 'The password manager for teams of every size' },
    { level: 2, text: 'Zero-knowledge encryption' },
    { level: 3, text: 'What we can’t see, nobody can take' },
    { level: 2, text: 'Pricing' },
  ],
}

const pairsOf = (keywords: Keyword[]) =>
  JSON.stringify(keywords.map(({ keyword, relevanceScore }) => [keyword, relevanceScore]))

export function addAnalysis(database: Database, made: Made): number {
  const { url, status, keywords = [], runs = [], details = {}, isClaimed = false } = made
  const isCompleted = status === 'completed'
  const totalHeadings = made.totalHeadings ?? (isCompleted ? 4 : 0)
  const wordCount = made.wordCount ?? (isCompleted ? 1_284 : 0)
  const added = database
    .query<{ id: number }, Record<string, string | number | null>>(
      `INSERT INTO analyses (url, domain, title, status, total_keywords, total_headings, word_count, auto_update,
         next_update_scheduled, error_message, meta_description, created_at, requested_at, analyzed_at,
         failures_in_a_row, details,
         claim, claimed_until)
       VALUES ($url, $domain, $title, $status, $totalKeywords, $totalHeadings, $wordCount, $autoUpdate,
         $next, $errorMessage, $metaDescription, $createdAt, $requestedAt, $analyzedAt,
         $failures, $details, $claim, $claimedUntil)
       RETURNING id`,
    )
    .get({
      $url: url,
      $domain: new URL(url).hostname,
      $title: made.title ?? null,
      $status: status,
      $totalKeywords: keywords.length,
      $totalHeadings: totalHeadings,
      $wordCount: wordCount,
      $autoUpdate: Number(made.autoUpdate ?? false),
      $next: made.nextUpdateScheduled ?? null,
      $errorMessage: made.errorMessage ?? null,
      $metaDescription: made.metaDescription ?? null,
      $createdAt: made.createdAt ?? AT,
      $requestedAt: status === 'pending' ? (made.createdAt ?? AT) : null,
      $analyzedAt: isCompleted ? AT : null,
      $failures: made.failuresInARow ?? 0,
      $details: isCompleted ? JSON.stringify({ ...DETAILS, ...details }) : null,
      $claim: isClaimed ? 'another server' : null,
      $claimedUntil: isClaimed ? '2099-01-01T00:00:00.000Z' : null,
    })
  if (!added) throw new Error('the analysis was not added')
  const { id } = added
  for (const [index, { keyword, frequency, context, relevanceScore }] of keywords.entries()) {
    database.run(
      `INSERT INTO analysis_keywords (analysis_id, rank, keyword, frequency, context, relevance_score)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [id, index + 1, keyword, frequency ?? 1, context ?? `Text: ${keyword}`, relevanceScore],
    )
  }
  const last = isCompleted ? [{ at: AT, keywords }] : []
  for (const run of [...runs, ...last]) addRun(database, id, run, { totalHeadings, wordCount })
  return id
}

function addRun(
  database: Database,
  id: number,
  { at, keywords, errorMessage, version }: Run,
  { totalHeadings, wordCount }: Pick<Analysis, 'totalHeadings' | 'wordCount'>,
): void {
  database.run(
    `INSERT INTO analysis_runs (analysis_id, at, status, total_keywords, total_headings, word_count,
       response_milliseconds, error_message, keywords, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      id,
      at,
      keywords ? 'completed' : 'failed',
      keywords?.length ?? 0,
      keywords ? totalHeadings : 0,
      keywords ? wordCount : 0,
      keywords ? DETAILS.responseMilliseconds : null,
      errorMessage ?? null,
      pairsOf(keywords ?? []),
      version ?? null,
    ],
  )
}
