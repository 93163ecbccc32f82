import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import {
  AiAnalysis,
  AiAnalysisInput,
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
import { rowId } from '#domain/row-id.ts'
import { searchText } from '#domain/search.ts'
import type { AiCalls } from '#src/ai/calls.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { csvAnswer } from '#src/http/csv.ts'
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, WholeList } from '#src/http/paging.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { refusalOf } from '#src/lib/public-fetch/public-fetch.ts'
import { actorOf, signedIn } from '#src/sessions/guard.ts'
import { advise } from './advise.ts'
import { listRuns, readChanges } from './runs.ts'
import {
  analyzeAgain,
  createAnalysis,
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
  ...WholeList,
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

  /** Has the analyzer look for what `request` put into its queue. */
  async function start(request: Request, put: () => Promise<Analysis>): Promise<Analysis> {
    await perMinute.take(String(signedIn(request).user.id))
    const analysis = await put()
    analyzer.look()
    return analysis
  }

  return new Elysia()
    .get(
      `${ANALYZER_PATH}/analyses`,
      async ({ query, request }) => listAnswer(await listAnalyses(db, query, request.signal)),
      {
        query: Filter,
        ...describe({
          summary: 'List the analyzed websites, newest first',
          permission: 'read',
          answer: z.array(Analysis),
        }),
      },
    )
    .get(
      `${ANALYZER_PATH}/stats`,
      () => readStats(db),
      describe({
        summary: 'Tell what the analyses amount to',
        permission: 'read',
        answer: AnalysisStats,
      }),
    )
    .get(`${ANALYZER_PATH}/keywords/:id`, ({ params: { id } }) => listKeywords(db, id), {
      params: ById,
      ...describe({
        summary: 'List the keywords of an analyzed website, the most relevant first',
        permission: 'read',
        answer: z.array(AnalysisKeyword),
      }),
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
        return csvAnswer(`keywords-${fileNameOf(analysis)}`, CSV_FIELDS, cells)
      },
      {
        params: ById,
        ...describe({
          summary: 'Download the keywords of an analyzed website',
          permission: 'read',
          answer: 'text/csv',
        }),
      },
    )
    .post(
      `${ANALYZER_PATH}/analyze`,
      async ({ body: { url }, request }) => {
        const refusal = refusalOf(url, config.analyzerAllowPrivate)
        if (refusal !== null) throw invalid(refusal, { url: refusal })
        return jsonAnswer(await start(request, () => createAnalysis(db, actorOf(request), url, now())), 201)
      },
      {
        body: AnalyzeInput,
        ...describe({
          summary: 'Have a website analyzed; the answer comes at once, the result a little later',
          permission: 'analyses.write',
          status: 201,
          answer: Analysis,
        }),
      },
    )
    .post(
      `${ANALYZER_PATH}/analysis/:id/analyze`,
      ({ params: { id }, request }) => start(request, () => analyzeAgain(db, actorOf(request), id, now())),
      {
        params: ById,
        ...describe({
          summary: 'Have a website analyzed again; what is known of it stays until there is more',
          permission: 'analyses.write',
          answer: Analysis,
        }),
      },
    )
    .delete(
      `${ANALYZER_PATH}/analysis/:id`,
      async ({ params: { id }, request }) => {
        await deleteAnalysis(db, actorOf(request), id, now())
        analyzer.cancel(id)
        return { success: true }
      },
      {
        params: ById,
        ...describe({
          summary: 'Delete an analysis with all of its keywords',
          permission: 'analyses.write',
          answer: Done,
        }),
      },
    )
    .patch(
      `${ANALYZER_PATH}/analysis/:id/auto-update`,
      ({ params: { id }, body: { autoUpdate }, request }) =>
        setAutoUpdate(db, actorOf(request), id, autoUpdate, now()),
      {
        params: ById,
        body: AutoUpdateInput,
        ...describe({
          summary: 'Have a website analyzed daily, from tomorrow, or no more',
          permission: 'analyses.write',
          answer: Analysis,
        }),
      },
    )
    .get(`${ANALYZER_PATH}/analysis/:id/details`, ({ params: { id } }) => readDetails(db, id), {
      params: ById,
      ...describe({
        summary: 'Tell what else was found on an analyzed page',
        permission: 'read',
        answer: AnalysisDetails,
      }),
    })
    .get(`${ANALYZER_PATH}/analysis/:id/runs`, ({ params: { id } }) => listRuns(db, id), {
      params: ById,
      ...describe({
        summary: 'List the last times that a website was analyzed, newest first',
        permission: 'read',
        answer: z.array(AnalysisRun),
      }),
    })
    .get(
      `${ANALYZER_PATH}/analysis/:id/changes`,
      ({ params: { id }, query: { since } }) => readChanges(db, id, since),
      {
        params: ById,
        query: Since,
        ...describe({
          summary: 'Tell which keywords a website gained and lost, and which moved, since an earlier run',
          permission: 'read',
          answer: AnalysisChanges,
        }),
      },
    )
    .post(
      `${ANALYZER_PATH}/ai-analysis`,
      async ({ body: { analysisId }, request }) => {
        await findAnalysis(db, analysisId)
        return aiCalls(request, (signal) => advise(deps, actorOf(request), analysisId, signal))
      },
      {
        body: AiAnalysisInput,
        ...describe({
          summary:
            'Have a competitor judged by the AI provider; may take minutes, and ends with the connection',
          permission: 'ai.use',
          answer: AiAnalysis,
        }),
      },
    )
}
