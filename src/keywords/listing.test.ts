import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { KEYWORD_SORTS, type Keyword, type KeywordRow } from '#domain/keywords.ts'
import { keywordParts, keywords } from '#src/db/schema.ts'
import { AppError } from '#src/errors.ts'
import { actor } from '#src/testing/actor.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { FOLDING } from './folding.ts'
import { listKeywords } from './listing.ts'
import { receiveUpload } from './upload.ts'

test('sorting and searching find what a look at every row would find', async () => {
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
        const byAge = sort === 'uploadedAt' && order === 'asc' ? uploads : uploads.toReversed()
        const found = byAge.flat().filter(({ keyword }) => folded(keyword).includes(folded(search)))
        const expected = sort === 'uploadedAt' ? found : sorted(found, sort, order)
        const { rows, total } = await listKeywords(db, { sort, order, search, limit, offset })
        expect(rows.map(withoutPlace)).toEqual(expected.slice(offset, offset + limit))
        expect(total).toBe(expected.length)
      }
    }),
    { numRuns: 8 },
  )
})

/** Neither case nor accents count, and a capital sigma has two small ones. */
const folded = (text: string) =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').replaceAll('ς', 'σ')

const withoutPlace = ({ keyword, position, searchVolume, traffic }: Keyword): KeywordRow => ({
  keyword,
  position,
  searchVolume,
  traffic,
})

/** What is not known last, the others from least to most or the other way; what is alike keeps its order. */
function sorted(rows: KeywordRow[], sort: keyof KeywordRow, order: 'asc' | 'desc'): KeywordRow[] {
  const read = (row: KeywordRow) => (sort === 'keyword' ? folded(row.keyword) : row[sort])
  const least = (a: KeywordRow, b: KeywordRow) => {
    const [left, right] = [read(a) ?? 0, read(b) ?? 0]
    if (typeof left === 'string' && typeof right === 'string') {
      return Buffer.compare(Buffer.from(left), Buffer.from(right))
    }
    return left === right ? 0 : left < right ? -1 : 1
  }
  const known = rows.filter((row) => read(row) !== null)
  const unknown = rows.filter((row) => read(row) === null)
  return [...known.sort((a, b) => (order === 'asc' ? least(a, b) : least(b, a))), ...unknown]
}

test('keywords that an earlier release folded are folded anew by the first search', async () => {
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
  expect(await db.select().from(keywordParts)).toMatchObject([{ folding: FOLDING, longest: 300 }])
})

test('a search that nobody waits for ends at its next slice', async () => {
  const { db } = await testApp()
  const csvData = Array.from({ length: 2_000 }, (_, index) => ({ keyword: `${'x'.repeat(500)} ${index}` }))
  const body = new Blob([JSON.stringify({ csvData, uploadBatch: 'upload_1' })])
  await receiveUpload(db, actor, { body: body.stream() }, () => NOON)
  const query = { sort: 'keyword', order: 'asc', search: 'y', limit: 10, offset: 0 } as const
  const search = listKeywords(db, query, AbortSignal.abort())
  expect(await search.catch((error: unknown) => error)).toBeInstanceOf(AppError)
})
