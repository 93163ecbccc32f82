import * as z from 'zod/mini'
import { Batches } from '#domain/bulk.ts'
import {
  KEYWORD_SORTS,
  KEYWORD_UPLOAD_PATH,
  KEYWORDS_PATH,
  Keyword,
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
import { csvStream } from '#src/http/csv.ts'
import { listResponse, sortedBy, WholeList } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { route } from '#src/route.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
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

const UploadsQuery = z.object({ ...WholeList, ...sortedBy(UPLOAD_SORTS) })

const ByBatch = z.object({ batch: z.string() })

export function keywordRoutes({ db, reads, now, log }: Deps) {
  const uploads = createUploadQueue({ db, now, log })

  return [
    route({
      method: 'GET',
      path: KEYWORDS_PATH,
      access: 'read',
      query: KeywordsQuery,
      summary: 'List competitor keywords, newest first by default',
      response: z.array(Keyword),
      handle: async ({ call, query }) => {
        const needsScan = query.search !== '' || query.sort !== 'uploadedAt'
        if (needsScan && query.offset > OFFSET_MAX) {
          throw invalid(`offset must be at most ${OFFSET_MAX} in a list that is sorted or searched`)
        }
        return listResponse(await listKeywords(reads.db, query, call.request.signal))
      },
    }),
    route({
      method: 'GET',
      path: `${KEYWORDS_PATH}/stats`,
      access: 'read',
      summary: 'Get keyword statistics',
      response: KeywordStats,
      handle: () => readStats(reads.db),
    }),
    route({
      method: 'GET',
      path: `${KEYWORDS_PATH}/csv`,
      access: 'read',
      summary: 'Download all competitor keywords',
      response: 'text/csv',
      handle: ({ call }) =>
        csvStream(call, { name: 'competitor-keywords', fields: CSV_FIELDS }, csvRows(reads.db)),
    }),
    route({
      method: 'GET',
      path: `${KEYWORDS_PATH}/batches`,
      access: 'read',
      query: UploadsQuery,
      summary: 'List uploaded CSV files, newest first by default',
      response: z.array(KeywordUpload),
      handle: async ({ query }) => listResponse(await listUploads(reads.db, query)),
    }),
    route({
      method: 'DELETE',
      path: `${KEYWORDS_PATH}/batches/:batch`,
      access: 'keywords.write',
      params: ByBatch,
      summary: 'Delete an uploaded CSV file with its keywords',
      response: Done,
      handle: async ({ actor, params: { batch } }) => {
        await uploads.remove(actor, batch)
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: `${KEYWORDS_PATH}/batches/bulk-delete`,
      access: 'keywords.write',
      body: Batches,
      summary: 'Delete many uploaded CSV files with their keywords',
      note: describeDeletion('keywords.deleteMany'),
      response: Done,
      handle: async ({ body: { batches }, ...caller }) => {
        authorizeDeletion(caller, batches.length, 'keywords.deleteMany')
        await uploads.removeAll(caller.actor, batches)
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: KEYWORD_UPLOAD_PATH,
      access: 'keywords.write',
      summary: 'Upload the rows of a CSV file, whole or in parts that can be resent',
      streams: { takes: UploadInput, bytes: UPLOAD_MAX_BYTES },
      response: UploadResponse,
      handle: async ({ call, actor }) => {
        const { body, signal } = call.request
        if (!body) throw invalid(MESSAGES.rows)
        call.extendIdleTimeout(SILENCE_SECONDS)
        return uploads.receive(actor, { body, signal, authorizeAgain: call.authorizeAgain })
      },
    }),
  ]
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
