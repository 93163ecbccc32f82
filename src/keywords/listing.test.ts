import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { KEYWORD_SORTS, type Keyword, type KeywordRow } from '#domain/keywords.ts'
import { keywordParts, keywords } from '#src/db/schema.ts'
import { AppError } from '#src/errors.ts'
import { actor } from '#src/testing/actor.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { FOLDING_VERSION } from './case-folding.ts'
import { listKeywords } from './listing.ts'
import { receiveUpload } from './upload.ts'

test('sorting and searching agree with a scan of every row', async () => {
  const figure = fc.option(fc.integer({ min: 1, max: 5 }))
  const row = fc.record<KeywordRow>({
    keyword: fc.stringMatching(/^[abcB%_éÉпПΣσςİ\u{ff21}\u{1f511}]{1,4}$/u),
    position: figure,
    searchVolume: figure,
    traffic: figure,
  })
  const uploads = fc.array(fc.array(row, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
  const query = fc.record({
    sort: fc.constantFrom(...KEYWORD_SORTS),
    order: fc.constantFrom('asc', 'desc'),
    search: fc.constantFrom('', 'a', 'B', 'ab', '%', '_', 'e', 'é', 'É', 'п', 'ПЕ', 'σ', 'aΣ', 'i'),
    limit: fc.integer({ min: 1, max: 10 }),
    offset: fc.nat({ max: 10 }),
  })
  await fc.assert(
    fc.asyncProperty(uploads, fc.array(query, { minLength: 20, maxLength: 40 }), async (uploads, queries) => {
      const { db } = await testApp()
      for (const [index, csvData] of uploads.entries()) {
        const body = new Blob([JSON.stringify({ csvData, uploadBatch: `upload_${index}` })])
        await receiveUpload(db, actor, { body: body.stream() }, () => NOON)
      }
      for (const { sort, order, search, limit, offset } of queries) {
        const byDate = sort === 'uploadedAt' && order === 'asc' ? uploads : uploads.toReversed()
        const found = byDate.flat().filter(({ keyword }) => fold(keyword).includes(fold(search)))
        const expected = sort === 'uploadedAt' ? found : sortRows(found, sort, order)
        const { rows, total } = await listKeywords(db, { sort, order, search, limit, offset })
        expect(rows.map(withoutId)).toEqual(expected.slice(offset, offset + limit))
        expect(total).toBe(expected.length)
      }
    }),
    { numRuns: 8 },
  )
})

/** Ignores case, accents and width. Both lowercase sigmas are equal. */
const fold = (text: string) =>
  text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').replaceAll('ς', 'σ')

const withoutId = ({ keyword, position, searchVolume, traffic }: Keyword): KeywordRow => ({
  keyword,
  position,
  searchVolume,
  traffic,
})

/** Stable, with nulls last. */
function sortRows(rows: KeywordRow[], sort: keyof KeywordRow, order: 'asc' | 'desc'): KeywordRow[] {
  const readKey = (row: KeywordRow) => (sort === 'keyword' ? fold(row.keyword) : row[sort])
  const compare = (a: KeywordRow, b: KeywordRow) => {
    const [left, right] = [readKey(a) ?? 0, readKey(b) ?? 0]
    if (typeof left === 'string' && typeof right === 'string') {
      return Buffer.compare(Buffer.from(left), Buffer.from(right))
    }
    return left === right ? 0 : left < right ? -1 : 1
  }
  const known = rows.filter((row) => readKey(row) !== null)
  const unknown = rows.filter((row) => readKey(row) === null)
  return [...known.sort((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a))), ...unknown]
}

test('the first search folds keywords from an earlier release again', async () => {
  const { db } = await testApp()
  const csvData = [{ keyword: 'Café crème' }, { keyword: 'cafe' }, { keyword: 'x'.repeat(300) }]
  const body = new Blob([JSON.stringify({ csvData, uploadBatch: 'upload_1' })])
  await receiveUpload(db, actor, { body: body.stream() }, () => NOON)
  await db.update(keywords).set({ folded: sql`iif(keyword = 'cafe', NULL, lower(keyword))` })
  await db.update(keywordParts).set({ folding: 0, longest: 4000 })
  const query = { sort: 'uploadedAt', order: 'desc', search: 'CREME', limit: 10, offset: 0 } as const
  expect(await listKeywords(db, query)).toMatchObject({ rows: [{ keyword: 'Café crème' }], total: 1 })
  expect(await db.select({ folded: keywords.folded }).from(keywords)).toEqual([
    { folded: 'cafe creme' },
    { folded: null },
    { folded: null },
  ])
  expect(await db.select().from(keywordParts)).toMatchObject([{ folding: FOLDING_VERSION, longest: 300 }])
})

test('an aborted search stops at its next slice', async () => {
  const { db } = await testApp()
  const csvData = Array.from({ length: 2_000 }, (_, index) => ({ keyword: `${'x'.repeat(500)} ${index}` }))
  const body = new Blob([JSON.stringify({ csvData, uploadBatch: 'upload_1' })])
  await receiveUpload(db, actor, { body: body.stream() }, () => NOON)
  const query = { sort: 'keyword', order: 'asc', search: 'y', limit: 10, offset: 0 } as const
  const search = listKeywords(db, query, AbortSignal.abort())
  expect(await search.catch((error: unknown) => error)).toBeInstanceOf(AppError)
})
