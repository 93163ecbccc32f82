import { expect, test } from 'bun:test'
import { type Keyword, type KeywordUpload, UPLOAD_SORTS } from '#domain/keywords.ts'
import { keywordUploads } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { numbered, PATH, rowsOf, tables, withAdmin } from '#src/testing/keyword-app.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { readPages } from '#src/testing/read-pages.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { deleteLeftovers, openPart } from './store.ts'

test('deletes the keywords of complete and incomplete uploads with them', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: numbered(5_000), uploadBatch: 'upload_1' })
  await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_2', part: 1, parts: 2 })
  await app.upload({ csvData: rowsOf('b'), uploadBatch: 'upload_3' })
  expect(await (await app.remove('upload_1')).json()).toEqual({ success: true })
  expect(await (await app.remove('upload_2')).json()).toEqual({ success: true })
  expect((await app.remove('upload_2')).status).toBe(404)
  expect((await app.list()).map(({ keyword }) => keyword)).toEqual(['b'])
  expect(await app.stats()).toMatchObject({ totalKeywords: 1, totalBatches: 1 })
  expect(await tables(app)).toEqual({ rows: 1, parts: 1, uploads: 1 })
})

test('deletes leftovers of a stopped server but keeps uploads in progress', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1', part: 1, parts: 2 })
  await openPart(app.db, new Date(NOON.getTime() - 11 * 60_000))
  await openPart(app.db, NOON)
  await deleteLeftovers(app.db, NOON)
  expect(await tables(app)).toEqual({ rows: 1, parts: 2, uploads: 1 })
})

test('records an upload in the audit log once, when it is complete, and its deletion', async () => {
  const app = await withAdmin()
  for (const part of [1, 2, 2, 1]) {
    await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1', part, parts: 2 })
  }
  await app.remove('upload_1')
  const entries = await auditLog(app.db)
  expect(entries).toMatchObject([
    { actor: 'admin', action: 'keywords_uploaded', subject: 'upload_1' },
    { actor: 'admin', action: 'keywords_deleted', subject: 'upload_1' },
  ])
})

test('checks permission before it reads the body', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  let wasRead = false
  const send = async (headers: Record<string, string>) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          wasRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const about = { 'content-type': 'application/json', ...headers }
    return (await app.call(`${PATH}/upload`, { method: 'POST', body, headers: about })).status
  }
  expect([await send({ authorization }), await send({})]).toEqual([403, 401])
  expect(wasRead).toBe(false)
})

test('lists the newest 1,000 keywords in file order, with the total', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: numbered(1_500, 'old'), uploadBatch: 'upload_1' })
  await app.upload({ csvData: numbered(700, 'new'), uploadBatch: 'upload_2' })
  const response = await app.call(PATH, { headers: app.headers })
  const rows: Keyword[] = await response.json()
  expect(response.headers.get('x-total-count')).toBe('2200')
  expect(rows).toHaveLength(1_000)
  expect([rows[0]?.keyword, rows[699]?.keyword, rows[700]?.keyword]).toEqual(['new 0', 'new 699', 'old 0'])
  const page = await app.list('?limit=3&offset=699')
  expect(page.map(({ keyword }) => keyword)).toEqual(['new 699', 'old 0', 'old 1'])
  const oldest = await app.list('?limit=2&order=asc')
  expect(oldest.map(({ keyword }) => keyword)).toEqual(['old 0', 'old 1'])
  expect(await app.list('?offset=5000')).toEqual([])
})

test('rejects an invalid list request', async () => {
  const app = await withAdmin()
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'offset=-1',
    'sort=id',
    'order=up',
    `search=${'x'.repeat(201)}`,
    'sort=keyword&offset=10001',
  ] as const) {
    const { status } = await app.call(`${PATH}?${query}`, { headers: app.headers })
    expect([query, status]).toEqual([query, 400])
  }
})

test('searching and sorting ignore case and accents in every alphabet', async () => {
  const app = await withAdmin()
  const csvData = rowsOf('Пароль онлайн', 'zebra', 'école', 'пароль', 'ÉCOLE de mots', 'Apple', 'Łódź')
  await app.upload({ csvData, uploadBatch: 'upload_1' })
  const found = async (search: string) =>
    (await app.list(`?search=${encodeURIComponent(search)}`)).map(({ keyword }) => keyword)
  for (const search of ['пароль', 'Пароль', 'ПАРОЛЬ']) {
    expect(await found(search)).toEqual(['Пароль онлайн', 'пароль'])
  }
  for (const search of ['École', 'ecole']) expect(await found(search)).toEqual(['école', 'ÉCOLE de mots'])
  expect(await found('lodz')).toEqual(['Łódź'])
  expect(await found('łód')).toEqual(['Łódź'])
  const sorted = await app.list('?sort=keyword&order=asc')
  expect(sorted.map(({ keyword }) => keyword)).toEqual([
    'Apple',
    'école',
    'ÉCOLE de mots',
    'Łódź',
    'zebra',
    'пароль',
    'Пароль онлайн',
  ])
})

test('sorts and searches across several slices', async () => {
  const app = await withAdmin()
  const csvData = Array.from({ length: 25_000 }, (_, index) => ({
    Keyword: `keyword ${(index * 7919) % 25_000}`,
    Traffic: (index * 7919) % 25_000,
  }))
  await app.upload({ csvData, uploadBatch: 'upload_1' })
  const rows = await app.list('?sort=traffic&limit=5&offset=20')
  expect(rows.map(({ traffic }) => traffic)).toEqual([24_979, 24_978, 24_977, 24_976, 24_975])
  const found = await app.call(`${PATH}?search=999`, { headers: app.headers })
  expect(found.headers.get('x-total-count')).toBe(
    String(csvData.filter(({ Keyword }) => Keyword.includes('999')).length),
  )
})

test('calculates totals, the average position and the top keywords', async () => {
  const app = await withAdmin()
  expect(await app.stats()).toEqual({
    totalKeywords: 0,
    totalBatches: 0,
    averagePosition: 0,
    topKeywords: [],
  })
  const row = (Keyword: string, Position: number | null, Traffic: number | null) => ({
    Keyword,
    Position,
    Traffic,
  })
  const csvData = [
    row('eleventh', 11, 9999),
    row('unknown', null, 9999),
    row('tenth', 10, 50),
    row('Top', 1, 100),
    row('first', 1.4, 70),
  ]
  await app.upload({ csvData, uploadBatch: 'upload_1' })
  await app.upload({ csvData: [row('top', 2, 300), row('quiet', 3, null)], uploadBatch: 'upload_2' })
  const stats = await app.stats()
  expect(stats).toMatchObject({ totalKeywords: 7, totalBatches: 2, averagePosition: 4.7 })
  expect(stats.topKeywords).toEqual([
    { keyword: 'top', position: 2, searchVolume: null, traffic: 300 },
    { keyword: 'first', position: 1.4, searchVolume: null, traffic: 70 },
    { keyword: 'tenth', position: 10, searchVolume: null, traffic: 50 },
    { keyword: 'quiet', position: 3, searchVolume: null, traffic: null },
  ])
})

test('exports all keywords as CSV and escapes formulas', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: numbered(4_500), uploadBatch: 'upload_1' })
  const csvData = [
    { Keyword: '=countif(a1:a9)', Position: 1 },
    { Keyword: '-x "y", z', Position: null },
  ]
  await app.upload({ csvData, uploadBatch: 'upload_2' })
  const response = await app.call(`${PATH}/csv`, { headers: app.headers })
  expect(response.headers.get('content-type')).toStartWith('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="competitor-keywords.csv"')
  const lines = (await response.text()).split('\r\n')
  expect(lines).toHaveLength(4_504)
  expect(lines.slice(0, 4)).toEqual([
    '"Keyword","Position","Search Volume","Traffic","Uploaded"',
    `"'=countif(a1:a9)",1,,,"${NOON.toISOString()}"`,
    `"'-x ""y"", z",,,,"${NOON.toISOString()}"`,
    `"keyword 0",1,,,"${NOON.toISOString()}"`,
  ])
})

test('pages of uploads in any order add up to the whole list', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  await app.db.insert(keywordUploads).values(
    Array.from({ length: 12 }, (_, index) => ({
      batch: `upload_${index}`,
      parts: 2,
      uploadedAt: NOON.toISOString(),
      fileName: index % 3 === 0 ? null : `${index % 4}.csv`,
    })),
  )
  for (const order of UPLOAD_SORTS.flatMap((sort) =>
    ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`),
  )) {
    const read = (limit: number) =>
      readPages<KeywordUpload>(
        app,
        authorization,
        `/api/admin/competitor-keywords/batches?${order}&limit=${limit}`,
      )
    const [whole = []] = await read(12)
    expect(whole).toHaveLength(12)
    expect([order, (await read(5)).flat()]).toEqual([order, whole])
  }
})
