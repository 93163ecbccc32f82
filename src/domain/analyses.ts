import * as z from 'zod/mini'
import { rowId } from './row-id.ts'

/**
 * The website analyzer. Its calls, all below ANALYZER_PATH; every role may read, `analyses.write` and `ai.use` the rest:
 *
 *     GET    /analyses                   Analysis[], newest first, with X-Total-Count; ?url= for those of one address,
 *                                        ?search= for text in addresses and titles, ?status=; ?sort= and ?order=, page
 *                                        by page with ?limit= and ?after=, which is the X-Next-Cursor of the page before
 *     GET    /stats                      AnalysisStats
 *     GET    /keywords/{id}              AnalysisKeyword[], best first, at most 500; [] until the first success
 *     GET    /keywords/{id}/csv          the same as a file
 *     POST   /analyze                    AnalyzeInput → 201 Analysis, pending · 400 · 409 the same address is pending ·
 *                                        429 · 503 too many wait
 *     POST   /analysis/{id}/analyze      Analysis, pending again, with what is known of it until there is more · 409 its
 *                                        address is pending · 429 · 503 too many wait
 *     DELETE /analysis/{id}              { success: true }; ends the work on it
 *     POST   /analyses/bulk-delete       { ids }, at most 200 → { success: true }; passes over those that are not there
 *     PATCH  /analysis/{id}/auto-update  AutoUpdateInput → Analysis · 409 until the first success
 *     GET    /analysis/{id}/details      AnalysisDetails · 409 until the first success
 *     GET    /analysis/{id}/runs         AnalysisRun[], newest first, at most 30
 *     GET    /analysis/{id}/changes      AnalysisChanges; ?since={run id} compares with that run, not the one before
 *     POST   /ai-analysis                AiAnalysisInput → AiAnalysis, after minutes · 409 unless completed with at least
 *                                        one keyword · 502 the provider failed, 'quota' in the message · 503
 *
 * An id that is not there answers 404 'Analysis not found'.
 */
export const ANALYZER_PATH = '/api/admin/website-analyzer'

export const URL_MAX = 2048
/** The first failure of a daily update is tried again after an hour; after so many in a row no more is tried. */
export const FAILURES_MAX = 7
/** Keywords that the AI analysis is given. */
export const AI_KEYWORDS_MAX = 100
export const RUNS_KEPT = 30

/** The specified words about an address: titles of the toasts, and what both form and server say. */
export const URL_MESSAGES = {
  missingTitle: 'URL Required',
  missing: 'Please enter a website URL to analyze.',
  invalidTitle: 'Invalid URL',
  invalid: 'Please enter a valid website URL (include http:// or https://).',
  long: `The website URL takes at most ${URL_MAX} characters.`,
} as const

/**
 * One spelling for all that lead to the same page: host in small letters and without dots at its end, no default port,
 * no fragment, no empty query. Null for what is no absolute http(s) address.
 */
export function canonicalUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '')
  url.hash = ''
  return url.search === '' ? url.href.replace(/\?$/, '') : url.href
}

/** What the form sends; read, its `url` is the canonical one. */
export const AnalyzeInput = z.object(
  {
    url: z.string(URL_MESSAGES.missing).check(
      z.trim(),
      z.minLength(1, { error: URL_MESSAGES.missing, abort: true }),
      z.refine((url) => canonicalUrl(url) !== null, { error: URL_MESSAGES.invalid, abort: true }),
      z.overwrite((url) => canonicalUrl(url) ?? url),
      z.maxLength(URL_MAX, URL_MESSAGES.long),
    ),
  },
  URL_MESSAGES.missing,
)
export type AnalyzeInput = z.infer<typeof AnalyzeInput>

/** A website's host, without www. */
export const domainOf = (url: string): string => new URL(url).hostname.replace(/^www\.(?=[^.]+\.)/, '')

export const ANALYSIS_STATUSES = ['pending', 'completed', 'failed'] as const
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number]

/** What the list can be sorted by. */
export const ANALYSIS_SORTS = ['createdAt', 'domain', 'totalKeywords', 'analyzedAt'] as const

/** All times are ISO 8601, UTC. */
export const Analysis = z.object({
  id: z.number(),
  url: z.string(),
  /** Its host, without www. */
  domain: z.string(),
  /** Of the page; null until the first success, and for a page without one. */
  title: z.nullable(z.string()),
  status: z.enum(ANALYSIS_STATUSES),
  totalKeywords: z.number(),
  totalHeadings: z.number(),
  wordCount: z.number(),
  autoUpdate: z.boolean(),
  nextUpdateScheduled: z.nullable(z.string()),
  /**
   * Why it failed; of a completed one, why the last time after it did, or that daily updates were switched off by their
   * failures. A sentence to show as it is.
   */
  errorMessage: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  createdAt: z.string(),
  /** When its keywords were found; null until the first success. A pending one with this is analyzed again. */
  analyzedAt: z.nullable(z.string()),
  /** Daily updates that have failed since the last success. */
  failuresInARow: z.number(),
})
export type Analysis = z.infer<typeof Analysis>

export const AnalysisStats = z.object({
  totalAnalyses: z.number(),
  /** Of the completed ones. */
  totalKeywords: z.number(),
  /** For each completed one, rounded; 0 without one. */
  averageKeywords: z.number(),
})
export type AnalysisStats = z.infer<typeof AnalysisStats>

export const AnalysisKeyword = z.object({
  id: z.number(),
  keyword: z.string(),
  /** How often the page has it. */
  frequency: z.number(),
  /** The weightiest place where it stands, and at most 80 characters from there: 'Page title: Trail running shoes'. */
  context: z.string(),
  /** 0 to 10 with one decimal; the best of a page has 10. */
  relevanceScore: z.number(),
})
export type AnalysisKeyword = z.infer<typeof AnalysisKeyword>

/** What else was found on the page, by the last success. */
export const AnalysisDetails = z.object({
  analysisId: z.number(),
  analyzedAt: z.string(),
  /** Where redirects led to. */
  finalUrl: z.string(),
  /** Of the HTTP answer. */
  status: z.number(),
  contentType: z.nullable(z.string()),
  /** Until the page was there. */
  responseMilliseconds: z.number(),
  /** As they came over the wire. */
  bytes: z.number(),
  title: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  canonical: z.nullable(z.string()),
  /** The robots meta tag. */
  robots: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  charset: z.string(),
  /** By property, such as 'og:title'. */
  openGraph: z.record(z.string(), z.string()),
  /** Of the page's structured data. */
  jsonLdTypes: z.array(z.string()),
  /** The first ones; a page may have more: see totalHeadings. */
  headings: z.array(z.object({ level: z.number(), text: z.string() })),
  totalHeadings: z.number(),
  wordCount: z.number(),
})
export type AnalysisDetails = z.infer<typeof AnalysisDetails>

/** One time that the website was read, or could not be. */
export const AnalysisRun = z.object({
  id: z.number(),
  at: z.string(),
  status: z.enum(['completed', 'failed']),
  totalKeywords: z.number(),
  totalHeadings: z.number(),
  wordCount: z.number(),
  /** null after a failure. */
  responseMilliseconds: z.nullable(z.number()),
  /** Why it failed. */
  errorMessage: z.nullable(z.string()),
})
export type AnalysisRun = z.infer<typeof AnalysisRun>

/** A keyword in a run's list: `rank` is its place there, from 1. */
const Ranked = z.object({ keyword: z.string(), rank: z.number(), relevanceScore: z.number() })

/** What became of the keywords between two completed runs. */
export const AnalysisChanges = z.object({
  /** When the earlier list was found; null, with empty lists, while there is nothing to compare with. */
  since: z.nullable(z.string()),
  /** When the later one was found; null until the first success. */
  until: z.nullable(z.string()),
  /** False where another release of the program ranked the earlier list: some changes may then be its own. */
  isRankedAlike: z.boolean(),
  /** Best first. */
  gained: z.array(Ranked),
  lost: z.array(Ranked),
  /**
   * Those that stand higher or lower because their relevance, beside that of the others, is another now; the largest
   * difference first.
   */
  moved: z.array(z.extend(Ranked, { previousRank: z.number(), previousRelevanceScore: z.number() })),
})
export type AnalysisChanges = z.infer<typeof AnalysisChanges>

const AUTO_UPDATE = 'autoUpdate must be true or false'

export const AutoUpdateInput = z.object({ autoUpdate: z.boolean(AUTO_UPDATE) }, AUTO_UPDATE)
export type AutoUpdateInput = z.infer<typeof AutoUpdateInput>

const ANALYSIS_ID = 'analysisId must be the id of an analysis'

export const AiAnalysisInput = z.object({ analysisId: rowId(ANALYSIS_ID) }, ANALYSIS_ID)
export type AiAnalysisInput = z.infer<typeof AiAnalysisInput>

export const AiAnalysis = z.object({
  /** Plain text, to be shown as such. */
  analysis: z.string(),
  /** The website's domain. */
  competitor: z.string(),
  keywordsAnalyzed: z.number(),
})
export type AiAnalysis = z.infer<typeof AiAnalysis>
