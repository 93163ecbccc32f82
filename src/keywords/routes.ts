import * as z from 'zod/mini'
import { Batches } from '#domain/at-once.ts'
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
  UploadAnswer,
  UploadInput,
} from '#domain/keywords.ts'
import { searchText } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { csvStream } from '#src/http/csv.ts'
import { listAnswer, sortedBy, WholeList } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { breathe } from '#src/lib/breathe.ts'
import { route } from '#src/route.ts'
import { createIntake } from './intake.ts'
import { eachKeyword, listKeywords, readStats } from './listing.ts'
import { listUploads } from './store.ts'

/** Rows that are sorted or searched are all looked at; this far down a list nobody reads. */
const OFFSET_MAX = 10_000
const CSV_AT_ONCE = 2_000
/** While others have their turn, nothing is said on a connection. */
const SILENCE_SECONDS = 120

const Query = z.object({
  ...WholeList,
  sort: z._default(z.enum(KEYWORD_SORTS, 'There is no such order'), 'uploadedAt'),
  order: z._default(z.enum(['asc', 'desc'], 'order must be asc or desc'), 'desc'),
  /** Text that stands anywhere in a keyword. */
  search: z._default(searchText('search'), ''),
})

const Uploads = z.object({ ...WholeList, ...sortedBy(UPLOAD_SORTS) })

const ByBatch = z.object({ batch: z.string() })

/** Keywords of competitors, from CSV files that administrators upload. */
export function keywordRoutes({ db, now, log }: Deps) {
  const intake = createIntake({ db, now, log })

  return [
    route({
      method: 'GET',
      path: KEYWORDS_PATH,
      access: 'read',
      query: Query,
      summary: 'List competitor keywords, newest first by default',
      answer: z.array(Keyword),
      handle: async ({ call, query }) => {
        const isLookedThrough = query.search !== '' || query.sort !== 'uploadedAt'
        if (isLookedThrough && query.offset > OFFSET_MAX) {
          throw invalid(`offset must be at most ${OFFSET_MAX} in a list that is sorted or searched`)
        }
        return listAnswer(await listKeywords(db, query, call.request.signal))
      },
    }),
    route({
      method: 'GET',
      path: `${KEYWORDS_PATH}/stats`,
      access: 'read',
      summary: 'Get keyword statistics',
      answer: KeywordStats,
      handle: () => readStats(db),
    }),
    route({
      method: 'GET',
      path: `${KEYWORDS_PATH}/csv`,
      access: 'read',
      summary: 'Download all competitor keywords',
      answer: 'text/csv',
      handle: () => csvStream('competitor-keywords', CSV_FIELDS, csvRows(db)),
    }),
    route({
      method: 'GET',
      path: `${KEYWORDS_PATH}/batches`,
      access: 'read',
      query: Uploads,
      summary: 'List the uploaded CSV files, newest first unless told otherwise',
      answer: z.array(KeywordUpload),
      handle: async ({ query }) => listAnswer(await listUploads(db, query)),
    }),
    route({
      method: 'DELETE',
      path: `${KEYWORDS_PATH}/batches/:batch`,
      access: 'keywords.write',
      params: ByBatch,
      summary: 'Delete an uploaded CSV file with its keywords',
      answer: Done,
      handle: async ({ call, actor, params: { batch } }) => {
        call.allowSilence(SILENCE_SECONDS)
        await intake.remove(actor, batch)
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: `${KEYWORDS_PATH}/batches/bulk-delete`,
      access: 'keywords.write',
      body: Batches,
      summary: 'Delete many uploaded CSV files with their keywords',
      answer: Done,
      handle: async ({ call, actor, body: { batches } }) => {
        call.allowSilence(SILENCE_SECONDS)
        await intake.removeAll(actor, batches)
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: KEYWORD_UPLOAD_PATH,
      access: 'keywords.write',
      summary: 'Upload the rows of a CSV file, whole or in parts that can be resent',
      streams: { takes: UploadInput, bytes: UPLOAD_MAX_BYTES },
      answer: UploadAnswer,
      handle: async ({ call, actor }) => {
        const { body, signal } = call.request
        if (!body) throw invalid(MESSAGES.rows)
        call.allowSilence(SILENCE_SECONDS)
        return intake.receive(actor, { body, signal })
      },
    }),
  ]
}

const CSV_FIELDS = ['Keyword', 'Position', 'Search Volume', 'Traffic', 'Uploaded']

async function* csvRows(db: Database) {
  for await (const rows of eachKeyword(db, CSV_AT_ONCE)) {
    yield rows.map(({ keyword, position, searchVolume, traffic, uploadedAt }) => [
      keyword,
      position,
      searchVolume,
      traffic,
      uploadedAt,
    ])
    await breathe()
  }
}
