import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { Batches } from '#domain/bulk.ts'
import {
  KEYWORD_IDEAS_PATH,
  KEYWORD_SORTS,
  KEYWORD_UPLOAD_PATH,
  KEYWORDS_PATH,
  Keyword,
  KeywordIdea,
  KeywordStats,
  KeywordUpload,
  MESSAGES,
  UPLOAD_MAX_BYTES,
  UPLOAD_SORTS,
  UploadInput,
  UploadResponse,
} from '#domain/keywords.ts'
import { searchText } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { csvStream } from '#src/http/csv.ts'
import { listResponse, Paging, sortedBy, WholeList } from '#src/http/paging.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Access } from '#src/sessions/access.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
import { listIdeas } from './ideas.ts'
import { eachKeyword, listKeywords, readStats } from './listing.ts'
import { listUploads } from './store.ts'
import { createUploadQueue } from './upload-queue.ts'

/** Sorting and searching scan all rows up to the offset, and nobody pages this far. */
const OFFSET_MAX = 10_000
const CSV_BATCH_ROWS = 2_000
const SILENCE_SECONDS = 120

const KeywordsQuery = z.object({
  ...WholeList,
  sort: z._default(z.enum(KEYWORD_SORTS, 'Unknown sort field'), 'uploadedAt'),
  order: z._default(z.enum(['asc', 'desc'], 'order must be asc or desc'), 'desc'),
  search: z._default(searchText('search'), ''),
})

const IdeasQuery = z.object(Paging)

const UploadsQuery = z.object({ ...WholeList, ...sortedBy(UPLOAD_SORTS) })

const ByBatch = z.object({ batch: z.string() })

export function keywordRoutes({ db, now, log }: Deps, access: Access) {
  const uploads = createUploadQueue({ db, now, log })

  return new Elysia()
    .use(access)
    .get(
      KEYWORDS_PATH,
      async ({ call, query }) => {
        const needsScan = query.search !== '' || query.sort !== 'uploadedAt'
        if (needsScan && query.offset > OFFSET_MAX) {
          throw invalid(`offset must be at most ${OFFSET_MAX} in a list that is sorted or searched`)
        }
        return listResponse(await listKeywords(db, query, call.request.signal))
      },
      {
        access: 'read',
        query: KeywordsQuery,
        response: answers(z.array(Keyword)),
        detail: { summary: 'List competitor keywords, newest first by default' },
      },
    )
    .get(
      KEYWORD_IDEAS_PATH,
      async ({ call, query }) => listResponse(await listIdeas(db, query, call.request.signal)),
      {
        access: 'read',
        query: IdeasQuery,
        response: answers(z.array(KeywordIdea)),
        detail: { summary: 'Compare competitors’ keywords with the published posts, most traffic first' },
      },
    )
    .get(`${KEYWORDS_PATH}/stats`, () => readStats(db), {
      access: 'read',
      response: answers(KeywordStats),
      detail: { summary: 'Get keyword statistics' },
    })
    .get(
      `${KEYWORDS_PATH}/csv`,
      ({ call }) => csvStream(call, { name: 'competitor-keywords', fields: CSV_FIELDS }, csvRows(db)),
      { access: 'read', detail: { summary: 'Download all competitor keywords', mediaType: 'text/csv' } },
    )
    .get(`${KEYWORDS_PATH}/batches`, async ({ query }) => listResponse(await listUploads(db, query)), {
      access: 'read',
      query: UploadsQuery,
      response: answers(z.array(KeywordUpload)),
      detail: { summary: 'List uploaded CSV files, newest first by default' },
    })
    .delete(
      `${KEYWORDS_PATH}/batches/:batch`,
      async ({ actor, params: { batch } }) => {
        await uploads.remove(actor, batch)
        return DONE
      },
      {
        access: 'keywords.write',
        params: ByBatch,
        response: answers(Done),
        detail: { summary: 'Delete an uploaded CSV file with its keywords' },
      },
    )
    .post(
      `${KEYWORDS_PATH}/batches/bulk-delete`,
      async ({ body: { batches }, caller }) => {
        authorizeDeletion(caller, batches.length, 'keywords.deleteMany')
        await uploads.removeAll(caller.actor, batches)
        return DONE
      },
      {
        access: 'keywords.write',
        body: Batches,
        response: answers(Done),
        detail: {
          summary: 'Delete many uploaded CSV files with their keywords',
          description: describeDeletion('keywords.deleteMany'),
        },
      },
    )
    .post(
      KEYWORD_UPLOAD_PATH,
      async ({ call, actor }) => {
        const { body, signal } = call.request
        if (!body) throw invalid(MESSAGES.rows)
        call.extendIdleTimeout(SILENCE_SECONDS)
        return uploads.receive(actor, { body, signal, authorizeAgain: call.authorizeAgain })
      },
      {
        access: { permission: 'keywords.write', streams: { takes: UploadInput, bytes: UPLOAD_MAX_BYTES } },
        response: answers(UploadResponse),
        detail: { summary: 'Upload the rows of a CSV file, whole or in parts that can be resent' },
      },
    )
}

const CSV_FIELDS = ['Keyword', 'Position', 'Search Volume', 'Traffic', 'Uploaded']

async function* csvRows(db: Database) {
  for await (const rows of eachKeyword(db, CSV_BATCH_ROWS)) {
    yield rows.map(({ keyword, position, searchVolume, traffic, uploadedAt }) => [
      keyword,
      position,
      searchVolume,
      traffic,
      uploadedAt,
    ])
    await yieldToEventLoop()
  }
}
