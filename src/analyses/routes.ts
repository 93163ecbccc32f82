import * as z from 'zod/mini'
import {
  AiAnalysis,
  AiAnalysisInput,
  ANALYSIS_SORTS,
  ANALYSIS_STATUSES,
  ANALYZER_PATH,
  Analysis,
  AnalysisChanges,
  AnalysisDetails,
  AnalysisKeyword,
  AnalysisRun,
  AnalysisStats,
  AnalyzeInput,
  AutoUpdateInput,
} from '#domain/analyses.ts'
import { RowIds } from '#domain/at-once.ts'
import { rowId } from '#domain/row-id.ts'
import { searchText } from '#domain/search.ts'
import type { User } from '#domain/users.ts'
import type { AiCalls } from '#src/ai/calls.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { csvAnswer } from '#src/http/csv.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, sortedBy, WholeList } from '#src/http/paging.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import { refusalOf } from '#src/lib/public-fetch/public-fetch.ts'
import { route } from '#src/route.ts'
import { advise } from './advise.ts'
import { listRuns, readChanges } from './runs.ts'
import {
  analyzeAgain,
  createAnalysis,
  deleteAnalyses,
  deleteAnalysis,
  findAnalysis,
  listAnalyses,
  listKeywords,
  readDetails,
  readStats,
  setAutoUpdate,
} from './store.ts'

const CSV_FIELDS = ['Keyword', 'Frequency', 'Context', 'Relevance']

const FILE_NAME_MAX = 80

const SINCE = 'since must be the id of a run'

const Since = z.object({ since: z.optional(rowId(SINCE)) })

const Filter = z.object({
  url: z.optional(AnalyzeInput.shape.url),
  /** Text that stands anywhere in an address or a title. */
  search: searchText('search'),
  status: z.optional(z.enum(ANALYSIS_STATUSES, 'There is no such status')),
  ...WholeList,
  ...sortedBy(ANALYSIS_SORTS),
})

/** Of the page, as its website has others: 'example.com-pricing'. */
const fileNameOf = ({ domain, url }: Analysis) =>
  `${domain}${new URL(url).pathname}`
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .slice(0, FILE_NAME_MAX)
    .replace(/(?<!-)-+$/, '')

/** Websites of competitors: what their pages are about, day by day. The work itself is the analyzer's. */
export function analysisRoutes(deps: Deps & { aiCalls: AiCalls }) {
  const { config, db, now, analyzer, aiCalls } = deps
  const perMinute = createRateLimit({ attempts: 10, seconds: 60 })

  /** Has the analyzer look for what `user` put into its queue. */
  async function start(user: User, put: () => Promise<Analysis>): Promise<Analysis> {
    await perMinute.take(String(user.id))
    const analysis = await put()
    analyzer.look()
    return analysis
  }

  return [
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analyses`,
      access: 'read',
      query: Filter,
      summary: 'List the analyzed websites, newest first unless told otherwise',
      answer: z.array(Analysis),
      handle: async ({ query, call }) => listAnswer(await listAnalyses(db, query, call.request.signal)),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/stats`,
      access: 'read',
      summary: 'Get totals of all analyses',
      answer: AnalysisStats,
      handle: () => readStats(db),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/keywords/:id`,
      access: 'read',
      params: ById,
      summary: 'List the keywords of a website, most relevant first',
      answer: z.array(AnalysisKeyword),
      handle: ({ params: { id } }) => listKeywords(db, id),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/keywords/:id/csv`,
      access: 'read',
      params: ById,
      summary: 'Download the keywords of a website',
      answer: 'text/csv',
      handle: async ({ params: { id } }) => {
        const analysis = await findAnalysis(db, id)
        const rows = await listKeywords(db, id)
        const cells = rows.map(({ keyword, frequency, context, relevanceScore }) => [
          keyword,
          frequency,
          context,
          relevanceScore,
        ])
        return csvAnswer(`keywords-${fileNameOf(analysis)}`, CSV_FIELDS, cells)
      },
    }),
    route({
      method: 'POST',
      path: `${ANALYZER_PATH}/analyze`,
      access: 'analyses.write',
      body: AnalyzeInput,
      summary: 'Start the analysis of a website; poll the list for its result',
      status: 201,
      answer: Analysis,
      handle: async ({ user, actor, body: { url } }) => {
        const refusal = refusalOf(url, config.analyzerAllowPrivate)
        if (refusal !== null) throw invalid(refusal, { url: refusal })
        return start(user, () => createAnalysis(db, actor, url, now()))
      },
    }),
    route({
      method: 'POST',
      path: `${ANALYZER_PATH}/analysis/:id/analyze`,
      access: 'analyses.write',
      params: ById,
      summary: 'Analyze a website again; its old keywords stay until then',
      answer: Analysis,
      handle: ({ user, actor, params: { id } }) => start(user, () => analyzeAgain(db, actor, id, now())),
    }),
    route({
      method: 'DELETE',
      path: `${ANALYZER_PATH}/analysis/:id`,
      access: 'analyses.write',
      params: ById,
      summary: 'Delete an analysis with its keywords',
      answer: Done,
      handle: async ({ actor, params: { id } }) => {
        await deleteAnalysis(db, actor, id, now())
        analyzer.cancel(id)
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: `${ANALYZER_PATH}/analyses/bulk-delete`,
      access: 'analyses.write',
      body: RowIds,
      summary: 'Delete many analyses with their keywords',
      answer: Done,
      handle: async ({ actor, body: { ids } }) => {
        await deleteAnalyses(db, actor, ids, now())
        for (const id of ids) analyzer.cancel(id)
        return DONE
      },
    }),
    route({
      method: 'PATCH',
      path: `${ANALYZER_PATH}/analysis/:id/auto-update`,
      access: 'analyses.write',
      params: ById,
      body: AutoUpdateInput,
      summary: 'Turn daily analysis of a website on or off',
      answer: Analysis,
      handle: ({ actor, params: { id }, body: { autoUpdate } }) =>
        setAutoUpdate(db, actor, id, autoUpdate, now()),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analysis/:id/details`,
      access: 'read',
      params: ById,
      summary: 'Get the headings and other details of an analyzed page',
      answer: AnalysisDetails,
      handle: ({ params: { id } }) => readDetails(db, id),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analysis/:id/runs`,
      access: 'read',
      params: ById,
      summary: 'List recent runs of an analysis, newest first',
      answer: z.array(AnalysisRun),
      handle: ({ params: { id } }) => listRuns(db, id),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analysis/:id/changes`,
      access: 'read',
      params: ById,
      query: Since,
      summary: 'Compare the keywords of two runs: gained, lost and moved',
      answer: AnalysisChanges,
      handle: ({ params: { id }, query: { since } }) => readChanges(db, id, since),
    }),
    route({
      method: 'POST',
      path: `${ANALYZER_PATH}/ai-analysis`,
      access: 'ai.use',
      body: AiAnalysisInput,
      summary: 'Generate an AI analysis of a competitor (slow; canceled on disconnect)',
      answer: AiAnalysis,
      handle: async ({ user, call, actor, body: { analysisId } }) => {
        await findAnalysis(db, analysisId)
        return aiCalls(call, user, (signal) => advise(deps, actor, analysisId, signal))
      },
    }),
  ]
}
