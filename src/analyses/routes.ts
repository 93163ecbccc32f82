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
import { RowIds } from '#domain/bulk.ts'
import { rowId } from '#domain/row-id.ts'
import { searchText } from '#domain/search.ts'
import type { User } from '#domain/users.ts'
import type { AiCalls } from '#src/ai/calls.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { csvResponse } from '#src/http/csv.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, sortedBy, WholeList } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { refusalReason } from '#src/lib/public-fetch/public-fetch.ts'
import { route } from '#src/route.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
import { writeAiAnalysis } from './ai-analysis.ts'
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
  search: searchText('search'),
  status: z.optional(z.enum(ANALYSIS_STATUSES, 'Unknown status')),
  ...WholeList,
  ...sortedBy(ANALYSIS_SORTS),
})

/** Includes the path ('example.com-pricing'), because a website may have several analyzed pages. */
const csvFileName = ({ domain, url }: Analysis) =>
  `${domain}${new URL(url).pathname}`
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .slice(0, FILE_NAME_MAX)
    .replace(/(?<!-)-+$/, '')

export function analysisRoutes(deps: Deps & { aiCalls: AiCalls }) {
  const { config, db, reads, now, analyzer, aiCalls, sharedLimits } = deps
  const perMinute = sharedLimits.window('analyses', { attempts: 10, seconds: 60 })

  async function start(user: User, write: () => Promise<Analysis>): Promise<Analysis> {
    await perMinute.take(String(user.id))
    const analysis = await write()
    analyzer.claimWork()
    return analysis
  }

  return [
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analyses`,
      access: 'read',
      query: Filter,
      summary: 'List analyses, newest first by default',
      response: z.array(Analysis),
      handle: async ({ query, call }) =>
        listResponse(await listAnalyses(reads.db, query, call.request.signal)),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/stats`,
      access: 'read',
      summary: 'Get totals of all analyses',
      response: AnalysisStats,
      handle: () => readStats(reads.db),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/keywords/:id`,
      access: 'read',
      params: IdParams,
      summary: 'List the keywords of an analysis, most relevant first',
      response: z.array(AnalysisKeyword),
      handle: ({ params: { id } }) => listKeywords(reads.db, id),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/keywords/:id/csv`,
      access: 'read',
      params: IdParams,
      summary: 'Download the keywords of an analysis',
      response: 'text/csv',
      handle: async ({ params: { id } }) => {
        const analysis = await findAnalysis(reads.db, id)
        const rows = await listKeywords(reads.db, id)
        const cells = rows.map(({ keyword, frequency, context, relevanceScore }) => [
          keyword,
          frequency,
          context,
          relevanceScore,
        ])
        return csvResponse(`keywords-${csvFileName(analysis)}`, CSV_FIELDS, cells)
      },
    }),
    route({
      method: 'POST',
      path: `${ANALYZER_PATH}/analyze`,
      access: 'analyses.write',
      body: AnalyzeInput,
      summary: 'Start the analysis of a page; poll the list for its result',
      status: 201,
      response: Analysis,
      handle: async ({ user, actor, body: { url } }) => {
        const refusal = refusalReason(url, config.analyzerAllowPrivate)
        if (refusal !== null) throw invalid(refusal, { url: refusal })
        return start(user, () => createAnalysis(db, actor, url, now()))
      },
    }),
    route({
      method: 'POST',
      path: `${ANALYZER_PATH}/analysis/:id/analyze`,
      access: 'analyses.write',
      params: IdParams,
      summary: 'Repeat an analysis; keeps the old keywords until the new ones arrive',
      response: Analysis,
      handle: ({ user, actor, params: { id } }) => start(user, () => analyzeAgain(db, actor, id, now())),
    }),
    route({
      method: 'DELETE',
      path: `${ANALYZER_PATH}/analysis/:id`,
      access: 'analyses.write',
      params: IdParams,
      summary: 'Delete an analysis with its keywords',
      response: Done,
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
      note: describeDeletion('analyses.deleteMany'),
      response: Done,
      handle: async ({ body: { ids }, ...caller }) => {
        authorizeDeletion(caller, ids.length, 'analyses.deleteMany')
        await deleteAnalyses(db, caller.actor, ids, now())
        for (const id of ids) analyzer.cancel(id)
        return DONE
      },
    }),
    route({
      method: 'PATCH',
      path: `${ANALYZER_PATH}/analysis/:id/auto-update`,
      access: 'analyses.write',
      params: IdParams,
      body: AutoUpdateInput,
      summary: 'Turn the daily update of an analysis on or off',
      response: Analysis,
      handle: ({ actor, params: { id }, body: { autoUpdate } }) =>
        setAutoUpdate(db, actor, id, autoUpdate, now()),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analysis/:id/details`,
      access: 'read',
      params: IdParams,
      summary: 'Get the headings and other details of an analyzed page',
      response: AnalysisDetails,
      handle: ({ params: { id } }) => readDetails(reads.db, id),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analysis/:id/runs`,
      access: 'read',
      params: IdParams,
      summary: 'List recent runs of an analysis, newest first',
      response: z.array(AnalysisRun),
      handle: ({ params: { id } }) => listRuns(reads.db, id),
    }),
    route({
      method: 'GET',
      path: `${ANALYZER_PATH}/analysis/:id/changes`,
      access: 'read',
      params: IdParams,
      query: Since,
      summary: 'Compare the keywords of two runs: gained, lost and moved',
      response: AnalysisChanges,
      handle: ({ params: { id }, query: { since } }) => readChanges(reads.db, id, since),
    }),
    route({
      method: 'POST',
      path: `${ANALYZER_PATH}/ai-analysis`,
      access: 'ai.use',
      body: AiAnalysisInput,
      summary: 'Generate an AI analysis of a competitor (slow; canceled on disconnect)',
      response: AiAnalysis,
      handle: async ({ user, call, actor, body: { analysisId } }) => {
        await findAnalysis(db, analysisId)
        return aiCalls(call, user, (signal) => writeAiAnalysis(deps, actor, analysisId, signal))
      },
    }),
  ]
}
