import * as z from 'zod/mini'
import { rowId } from './row-id.ts'

export const ANALYZER_PATH = '/api/admin/website-analyzer'

const URL_MAX = 2048
/** Daily updates stop after this many failures in a row; the first failure is retried after an hour. */
export const FAILURES_MAX = 7
export const AI_KEYWORDS_MAX = 100
export const RUNS_KEPT = 30

export const URL_MESSAGES = {
  missingTitle: 'URL Required',
  missing: 'Please enter a website URL to analyze.',
  invalidTitle: 'Invalid URL',
  invalid: 'Please enter a valid website URL (include http:// or https://).',
  long: `The website URL can have at most ${URL_MAX} characters.`,
} as const

/** Removes fragments, default ports and empty queries; null unless `text` is an absolute http(s) URL. */
export function canonicalUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '')
  url.hash = ''
  return url.search === '' ? url.href.replace(/\?$/, '') : url.href
}

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

export const domainOf = (url: string): string => new URL(url).hostname.replace(/^www\.(?=[^.]+\.)/, '')

export const ANALYSIS_STATUSES = ['pending', 'completed', 'failed'] as const
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number]

export const ANALYSIS_SORTS = ['createdAt', 'domain', 'totalKeywords', 'analyzedAt'] as const

export const Analysis = z.object({
  id: z.number(),
  url: z.string(),
  domain: z.string(),
  title: z.nullable(z.string()),
  status: z.enum(ANALYSIS_STATUSES),
  totalKeywords: z.number(),
  totalHeadings: z.number(),
  wordCount: z.number(),
  autoUpdate: z.boolean(),
  nextUpdateScheduled: z.nullable(z.string()),
  /** Why the last run failed or daily updates are off, as a sentence for users. */
  errorMessage: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  createdAt: z.string(),
  /** Time of the last success; null before the first. Kept while the analysis is repeated. */
  analyzedAt: z.nullable(z.string()),
  failuresInARow: z.number(),
})
export type Analysis = z.infer<typeof Analysis>

export const AnalysisStats = z.object({
  totalAnalyses: z.number(),
  totalKeywords: z.number(),
  averageKeywords: z.number(),
})
export type AnalysisStats = z.infer<typeof AnalysisStats>

export const AnalysisKeyword = z.object({
  id: z.number(),
  keyword: z.string(),
  frequency: z.number(),
  /** The highest-weighted occurrence, with up to 80 characters of text: 'Page title: Trail running shoes'. */
  context: z.string(),
  relevanceScore: z.number(),
})
export type AnalysisKeyword = z.infer<typeof AnalysisKeyword>

export const AnalysisDetails = z.object({
  analysisId: z.number(),
  analyzedAt: z.string(),
  finalUrl: z.string(),
  status: z.number(),
  contentType: z.nullable(z.string()),
  responseMilliseconds: z.number(),
  bytes: z.number(),
  title: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  canonical: z.nullable(z.string()),
  robots: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  charset: z.string(),
  openGraph: z.record(z.string(), z.string()),
  jsonLdTypes: z.array(z.string()),
  headings: z.array(z.object({ level: z.number(), text: z.string() })),
  totalHeadings: z.number(),
  wordCount: z.number(),
})
export type AnalysisDetails = z.infer<typeof AnalysisDetails>

export const AnalysisRun = z.object({
  id: z.number(),
  at: z.string(),
  status: z.enum(['completed', 'failed']),
  totalKeywords: z.number(),
  totalHeadings: z.number(),
  wordCount: z.number(),
  responseMilliseconds: z.nullable(z.number()),
  errorMessage: z.nullable(z.string()),
})
export type AnalysisRun = z.infer<typeof AnalysisRun>

const Ranked = z.object({ keyword: z.string(), rank: z.number(), relevanceScore: z.number() })

export const AnalysisChanges = z.object({
  since: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** False if another release ranked the earlier list, which may explain some changes. */
  isRankedAlike: z.boolean(),
  gained: z.array(Ranked),
  lost: z.array(Ranked),
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
  /** Plain text; never render it as HTML. */
  analysis: z.string(),
  competitor: z.string(),
  keywordsAnalyzed: z.number(),
})
export type AiAnalysis = z.infer<typeof AiAnalysis>
