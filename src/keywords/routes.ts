import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import {
  KEYWORD_SORTS,
  KEYWORD_UPLOAD_PATH,
  KEYWORDS_PATH,
  Keyword,
  KeywordStats,
  KeywordUpload,
  MESSAGES,
  UploadAnswer,
  UploadInput,
} from '#domain/keywords.ts'
import { searchText } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { callOf } from '#src/http/call.ts'
import { csvStream } from '#src/http/csv.ts'
import { Done, describe } from '#src/http/describe.ts'
import { listAnswer, WholeList } from '#src/http/paging.ts'
import { breathe } from '#src/lib/breathe.ts'
import { actorOf } from '#src/sessions/guard.ts'
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

const ByBatch = z.object({ batch: z.string() })

/** Keywords of competitors, from CSV files that administrators upload. */
export function keywordRoutes({ db, now, log }: Deps) {
  const intake = createIntake({ db, now, log })

  return new Elysia()
    .get(
      KEYWORDS_PATH,
      async ({ query, request }) => {
        const isLookedThrough = query.search !== '' || query.sort !== 'uploadedAt'
        if (isLookedThrough && query.offset > OFFSET_MAX) {
          throw invalid(`offset must be at most ${OFFSET_MAX} in a list that is sorted or searched`)
        }
        return listAnswer(await listKeywords(db, query, request.signal))
      },
      {
        query: Query,
        ...describe({
          summary: 'List the keywords of competitors: the newest, unless told otherwise',
          permission: 'read',
          answer: z.array(Keyword),
        }),
      },
    )
    .get(
      `${KEYWORDS_PATH}/stats`,
      () => readStats(db),
      describe({
        summary: 'Tell what the keywords of competitors amount to',
        permission: 'read',
        answer: KeywordStats,
      }),
    )
    .get(
      `${KEYWORDS_PATH}/csv`,
      () => csvStream('competitor-keywords', CSV_FIELDS, csvRows(db)),
      describe({ summary: 'Download all keywords of competitors', permission: 'read', answer: 'text/csv' }),
    )
    .get(
      `${KEYWORDS_PATH}/batches`,
      () => listUploads(db),
      describe({
        summary: 'List the uploaded CSV files, newest first',
        permission: 'read',
        answer: z.array(KeywordUpload),
      }),
    )
    .delete(
      `${KEYWORDS_PATH}/batches/:batch`,
      async ({ params: { batch }, request }) => {
        callOf(request).allowSilence(SILENCE_SECONDS)
        await intake.remove(actorOf(request), batch)
        return { success: true }
      },
      {
        params: ByBatch,
        ...describe({
          summary: 'Delete an uploaded CSV file with its keywords',
          permission: 'keywords.write',
          answer: Done,
        }),
      },
    )
    .post(
      KEYWORD_UPLOAD_PATH,
      async ({ request }) => {
        if (!request.body) throw invalid(MESSAGES.rows)
        callOf(request).allowSilence(SILENCE_SECONDS)
        const { body, signal } = request
        return intake.receive(actorOf(request), { body, signal })
      },
      describe({
        summary: 'Upload the rows of a CSV file, at once or in parts that may be sent again',
        permission: 'keywords.write',
        takes: UploadInput,
        answer: UploadAnswer,
      }),
    )
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
