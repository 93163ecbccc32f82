import { Elysia } from 'elysia'
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
import { answers, DONE, Done } from '#src/http/answers.ts'
import { csvResponse } from '#src/http/csv.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, sortedBy, WholeList } from '#src/http/paging.ts'
import { refusalReason } from '#src/lib/public-fetch/public-fetch.ts'
import type { Access } from '#src/sessions/access.ts'
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

export function analysisRoutes(deps: Deps & { aiCalls: AiCalls }, access: Access) {
  const { config, db, now, analyzer, aiCalls, sharedLimits } = deps

  async function start(user: User, write: () => Promise<Analysis>): Promise<Analysis> {
    await sharedLimits.take([{ of: 'analysesOfUser', key: String(user.id) }])
    const analysis = await write()
    analyzer.claimWork()
    return analysis
  }

  return new Elysia()
    .use(access)
    .get(
      `${ANALYZER_PATH}/analyses`,
      async ({ query, call }) => listResponse(await listAnalyses(db, query, call.request.signal)),
      {
        access: 'read',
        query: Filter,
        response: answers(z.array(Analysis)),
        detail: { summary: 'List analyses, newest first by default' },
      },
    )
    .get(`${ANALYZER_PATH}/stats`, () => readStats(db), {
      access: 'read',
      response: answers(AnalysisStats),
      detail: { summary: 'Get totals of all analyses' },
    })
    .get(`${ANALYZER_PATH}/keywords/:id`, ({ params: { id } }) => listKeywords(db, id), {
      access: 'read',
      params: IdParams,
      response: answers(z.array(AnalysisKeyword)),
      detail: { summary: 'List the keywords of an analysis, most relevant first' },
    })
    .get(
      `${ANALYZER_PATH}/keywords/:id/csv`,
      async ({ params: { id } }) => {
        const analysis = await findAnalysis(db, id)
        const rows = await listKeywords(db, id)
        const cells = rows.map(({ keyword, frequency, context, relevanceScore }) => [
          keyword,
          frequency,
          context,
          relevanceScore,
        ])
        return csvResponse(`keywords-${csvFileName(analysis)}`, CSV_FIELDS, cells)
      },
      {
        access: 'read',
        params: IdParams,
        detail: { summary: 'Download the keywords of an analysis', mediaType: 'text/csv' },
      },
    )
    .post(
      `${ANALYZER_PATH}/analyze`,
      async ({ status, user, actor, body: { url } }) => {
        const refusal = refusalReason(url, config.analyzerAllowPrivate)
        if (refusal !== null) throw invalid(refusal, { url: refusal })
        return status(201, await start(user, () => createAnalysis(db, actor, url, now())))
      },
      {
        access: 'analyses.write',
        body: AnalyzeInput,
        response: { 201: answers(Analysis) },
        detail: { summary: 'Start the analysis of a page; poll the list for its result' },
      },
    )
    .post(
      `${ANALYZER_PATH}/analysis/:id/analyze`,
      ({ user, actor, params: { id } }) => start(user, () => analyzeAgain(db, actor, id, now())),
      {
        access: 'analyses.write',
        params: IdParams,
        response: answers(Analysis),
        detail: { summary: 'Repeat an analysis; keeps the old keywords until the new ones arrive' },
      },
    )
    .delete(
      `${ANALYZER_PATH}/analysis/:id`,
      async ({ actor, params: { id } }) => {
        await deleteAnalysis(db, actor, id, now())
        analyzer.cancel(id)
        return DONE
      },
      {
        access: 'analyses.write',
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Delete an analysis with its keywords' },
      },
    )
    .post(
      `${ANALYZER_PATH}/analyses/bulk-delete`,
      async ({ body: { ids }, caller }) => {
        authorizeDeletion(caller, ids.length, 'analyses.deleteMany')
        await deleteAnalyses(db, caller.actor, ids, now())
        for (const id of ids) analyzer.cancel(id)
        return DONE
      },
      {
        access: 'analyses.write',
        body: RowIds,
        response: answers(Done),
        detail: {
          summary: 'Delete many analyses with their keywords',
          description: describeDeletion('analyses.deleteMany'),
        },
      },
    )
    .patch(
      `${ANALYZER_PATH}/analysis/:id/auto-update`,
      ({ actor, params: { id }, body: { autoUpdate } }) => setAutoUpdate(db, actor, id, autoUpdate, now()),
      {
        access: 'analyses.write',
        params: IdParams,
        body: AutoUpdateInput,
        response: answers(Analysis),
        detail: { summary: 'Turn the daily update of an analysis on or off' },
      },
    )
    .get(`${ANALYZER_PATH}/analysis/:id/details`, ({ params: { id } }) => readDetails(db, id), {
      access: 'read',
      params: IdParams,
      response: answers(AnalysisDetails),
      detail: { summary: 'Get the headings and other details of an analyzed page' },
    })
    .get(`${ANALYZER_PATH}/analysis/:id/runs`, ({ params: { id } }) => listRuns(db, id), {
      access: 'read',
      params: IdParams,
      response: answers(z.array(AnalysisRun)),
      detail: { summary: 'List recent runs of an analysis, newest first' },
    })
    .get(
      `${ANALYZER_PATH}/analysis/:id/changes`,
      ({ params: { id }, query: { since } }) => readChanges(db, id, since),
      {
        access: 'read',
        params: IdParams,
        query: Since,
        response: answers(AnalysisChanges),
        detail: { summary: 'Compare the keywords of two runs: gained, lost and moved' },
      },
    )
    .post(
      `${ANALYZER_PATH}/ai-analysis`,
      async ({ user, call, actor, body: { analysisId } }) => {
        await findAnalysis(db, analysisId)
        return aiCalls(call, user, (signal) => writeAiAnalysis(deps, actor, analysisId, signal))
      },
      {
        access: 'ai.use',
        body: AiAnalysisInput,
        response: answers(AiAnalysis),
        detail: { summary: 'Generate an AI analysis of a competitor (slow; canceled on disconnect)' },
      },
    )
}
