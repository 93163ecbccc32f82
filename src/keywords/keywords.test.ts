import { expect, test } from 'bun:test'
import type { Keyword, KeywordStats, KeywordUpload } from '#domain/keywords.ts'
import { auditEntries, keywordParts, keywords, keywordUploads } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { deleteLeftovers, openPart } from './store.ts'

const PATH = '/api/admin/competitor-keywords'

type Upload = { csvData: unknown; uploadBatch?: unknown; part?: unknown; parts?: unknown; fileName?: unknown }

/** An app with an admin signed in. */
async function withAdmin() {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  const headers = { authorization }
  const get = async <Answer>(path: string): Promise<Answer> =>
    (await app.call(PATH + path, { headers })).json()
  return {
    ...app,
    headers,
    upload: (json: Upload) => app.call(`${PATH}/upload`, { json, headers }),
    list: (query = '') => get<Keyword[]>(query),
    stats: () => get<KeywordStats>('/stats'),
    uploads: () => get<KeywordUpload[]>('/batches'),
    remove: (batch: string) => app.call(`${PATH}/batches/${batch}`, { method: 'DELETE', headers }),
  }
}

const rowsOf = (...names: string[]) => names.map((Keyword) => ({ Keyword }))

const numbered = (count: number, name = 'keyword') =>
  Array.from({ length: count }, (_, index) => ({
    Keyword: `${name} ${index}`,
    Position: String((index % 100) + 1),
  }))

async function tables({ db }: Pick<TestApp, 'db'>) {
  const [rows, parts, uploads] = await Promise.all([
    db.$count(keywords),
    db.$count(keywordParts),
    db.$count(keywordUploads),
  ])
  return { rows, parts, uploads }
}

const NOTHING = { rows: 0, parts: 0, uploads: 0 }

test('rows keyed by the names of their file are stored and come back', async () => {
  const app = await withAdmin()
  const csvData = [
    { Keyword: 'password generator', Position: '3', 'Search Volume': '90,500', Traffic: '2.1K', URL: 'x' },
    { Keyword: 'strong password', Position: '-', 'Search Volume': 'n/a', Traffic: '', URL: 'y' },
  ]
  const response = await app.upload({ csvData, uploadBatch: 'upload_1_a' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    count: 2,
    uploadBatch: 'upload_1_a',
    skipped: 0,
    duplicates: 0,
    status: 'complete',
  })
  const uploadedAt = NOON.toISOString()
  expect(await app.list()).toMatchObject([
    { keyword: 'password generator', position: 3, searchVolume: 90_500, traffic: 2100, uploadedAt },
    { keyword: 'strong password', position: null, searchVolume: null, traffic: null, uploadedAt },
  ])
  expect(new Set((await app.list()).map(({ id }) => id)).size).toBe(2)
})

test('of a row only what is known as a keyword, position, volume or traffic is kept', async () => {
  const app = await withAdmin()
  const row = JSON.parse('{"__proto__":"a","constructor":"b","Query":"shoes","Clicks":7,"id":9}')
  await app.upload({ csvData: [row], uploadBatch: 'upload_1' })
  expect(await app.list()).toMatchObject([
    { keyword: 'shoes', position: null, searchVolume: null, traffic: 7 },
  ])
  expect(await app.list()).not.toMatchObject([{ id: 9 }])
})

test('skipped rows and duplicates are told, and duplicates are stored', async () => {
  const app = await withAdmin()
  const csvData = [
    ...rowsOf('shoes', 'Shoes', '', '=HYPERLINK("x")', 'ha\0ts', 'ha\ud83dts', 'hats'),
    'text',
    null,
    ['a'],
    { Other: 'x' },
    { Keyword: { toString: 'x' } },
  ]
  expect(await (await app.upload({ csvData, uploadBatch: 'upload_1' })).json()).toMatchObject({
    count: 3,
    skipped: 9,
    duplicates: 1,
  })
  expect((await app.list()).map(({ keyword }) => keyword)).toEqual(['shoes', 'Shoes', 'hats'])
})

test.each<[string, Upload, string]>([
  [
    'no keyword column',
    { csvData: [{ Term: 'a' }], uploadBatch: 'upload_1' },
    'No keyword column found. Expected one of: Keyword, Top queries, Query.',
  ],
  ['no rows', { csvData: [], uploadBatch: 'upload_1' }, 'The CSV file appears to be empty or invalid'],
  [
    'only rows that say nothing',
    { csvData: rowsOf('', '=HYPERLINK("x")', '\0'), uploadBatch: 'upload_1' },
    'The CSV file appears to be empty or invalid',
  ],
  ['text for rows', { csvData: 'Keyword\nshoes', uploadBatch: 'upload_1' }, 'csvData must be a list of rows'],
  [
    'rows under a wrong name',
    { csvData: { 0: 'a' }, uploadBatch: 'upload_1' },
    'csvData must be a list of rows',
  ],
  [
    'no batch',
    { csvData: rowsOf('a') },
    'uploadBatch must be 1 to 100 letters, digits, dots, hyphens or underscores',
  ],
  [
    'a batch with a path in it',
    { csvData: rowsOf('a'), uploadBatch: '../x' },
    'uploadBatch must be 1 to 100 letters, digits, dots, hyphens or underscores',
  ],
  ...['a\nb.csv', '\ud83d.csv', 'x'.repeat(256), 7].map((fileName): [string, Upload, string] => [
    `the file name ${JSON.stringify(fileName)}`,
    { csvData: rowsOf('a'), uploadBatch: 'upload_1', fileName },
    'fileName must be at most 255 characters in one line',
  ]),
  [
    'a part beyond the last',
    { csvData: rowsOf('a'), uploadBatch: 'upload_1', part: 3, parts: 2 },
    'part and parts must be numbers from 1 to 1000, part at most parts',
  ],
  [
    'a part of text',
    { csvData: rowsOf('a'), uploadBatch: 'upload_1', part: '1', parts: 2 },
    'part and parts must be numbers from 1 to 1000, part at most parts',
  ],
])('an upload with %s is refused, and nothing of it stays', async (_, upload, message) => {
  const app = await withAdmin()
  const response = await app.upload(upload)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid', message })
  expect(await tables(app)).toEqual(NOTHING)
})

test('a fault behind thousands of rows takes back all of them', async () => {
  const app = await withAdmin()
  const body = JSON.stringify({ csvData: numbered(12_000), uploadBatch: 'upload_1' })
  const broken = body.slice(0, -1)
  const headers = { ...app.headers, 'content-type': 'application/json' }
  expect((await app.call(`${PATH}/upload`, { method: 'POST', body: broken, headers })).status).toBe(400)
  expect(await tables(app)).toEqual(NOTHING)
})

test('a connection that is cut in the middle leaves nothing', async () => {
  const app = await withAdmin()
  const bytes = new TextEncoder().encode(
    JSON.stringify({ csvData: numbered(12_000), uploadBatch: 'upload_1' }),
  )
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent > 300_000) return controller.error(new Error('cut'))
      controller.enqueue(bytes.subarray(sent, sent + 50_000))
      sent += 50_000
    },
  })
  const headers = { ...app.headers, 'content-type': 'application/json' }
  expect((await app.call(`${PATH}/upload`, { method: 'POST', body, headers })).status).toBe(400)
  expect(await tables(app)).toEqual(NOTHING)
  expect(app.lines).toEqual([])
})

test('the body may come in chunks without a length, in any order of its keys', async () => {
  const app = await withAdmin()
  const text = JSON.stringify(
    { parts: 1, uploadBatch: 'upload_1', csvData: numbered(3_000), part: 1 },
    null,
    1,
  )
  const headers = { ...app.headers, 'content-type': 'application/json' }
  const body = new Blob([text]).stream()
  expect((await app.call(`${PATH}/upload`, { method: 'POST', body, headers })).status).toBe(200)
  expect(await app.stats()).toMatchObject({ totalKeywords: 3_000 })
})

test('the same upload sent twice is stored once', async () => {
  const app = await withAdmin()
  const upload = { csvData: rowsOf('a', 'b', ''), uploadBatch: 'upload_1' }
  const first = await (await app.upload(upload)).json()
  const second = await (await app.upload(upload)).json()
  expect(second).toEqual(first)
  expect(await tables(app)).toEqual({ rows: 2, parts: 1, uploads: 1 })
})

test('an upload counts when its last part is there, whichever that is', async () => {
  const app = await withAdmin()
  const send = (part: number, name: string) =>
    app.upload({ csvData: rowsOf(name), uploadBatch: 'upload_1', part, parts: 3 })
  expect(await (await send(3, 'c')).json()).toMatchObject({ count: 1, status: 'incomplete' })
  await send(1, 'a')
  expect(await app.list()).toEqual([])
  expect(await app.list('?search=a')).toEqual([])
  expect(await app.stats()).toMatchObject({ totalKeywords: 0, totalBatches: 0 })
  expect(await app.uploads()).toEqual([
    {
      uploadBatch: 'upload_1',
      fileName: null,
      count: 2,
      status: 'incomplete',
      parts: 3,
      partsReceived: 2,
      uploadedAt: NOON.toISOString(),
    },
  ])
  expect(await (await send(2, 'b')).json()).toMatchObject({ status: 'complete' })
  expect((await app.list()).map(({ keyword }) => keyword)).toEqual(['a', 'b', 'c'])
  expect(await app.uploads()).toMatchObject([{ count: 3, status: 'complete', partsReceived: 3 }])
})

test('an upload keeps the name of its file, if it is told', async () => {
  const app = await withAdmin()
  const fileName = 'Ключевые слова "März" 📈.csv'
  for (const part of [2, 1]) {
    await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1', part, parts: 2, fileName })
  }
  await app.upload({ csvData: rowsOf('b'), uploadBatch: 'upload_2', fileName: '' })
  expect(await app.uploads()).toMatchObject([
    { uploadBatch: 'upload_2', fileName: null },
    { uploadBatch: 'upload_1', fileName, partsReceived: 2 },
  ])
})

test('a part that arrives twice is stored once, also when both arrive together', async () => {
  const app = await withAdmin()
  const send = (part: number) =>
    app.upload({ csvData: numbered(1_500, `part ${part}`), uploadBatch: 'upload_1', part, parts: 2 })
  const answers = await Promise.all([send(1), send(1), send(2), send(2)])
  for (const answer of answers) expect(await answer.json()).toMatchObject({ count: 1_500 })
  expect(await tables(app)).toEqual({ rows: 3_000, parts: 2, uploads: 1 })
})

test('a part of an upload with another number of parts is refused', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1', part: 1, parts: 3 })
  const refused = await app.upload({ csvData: rowsOf('b'), uploadBatch: 'upload_1', part: 2, parts: 2 })
  expect(refused.status).toBe(409)
  expect((await refused.json()).message).toBe('This upload was announced with 3 parts, not 2')
  expect(await tables(app)).toEqual({ rows: 1, parts: 1, uploads: 1 })
})

test('a part that comes again with other rows is refused, and the first ones stay', async () => {
  const app = await withAdmin()
  const send = (...names: string[]) =>
    app.upload({ csvData: rowsOf(...names), uploadBatch: 'upload_1', part: 2, parts: 3 })
  await send('a', 'b')
  for (const names of [['a'], ['a', 'b', 'c'], ['a', ''], ['a', 'A']]) {
    const refused = await send(...names)
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toBe('Part 2 of this upload came before, with other rows')
  }
  expect((await send('a', 'b')).status).toBe(200)
  expect(await tables(app)).toEqual({ rows: 2, parts: 1, uploads: 1 })
})

test('an upload of several parts without a single keyword is refused with its last part', async () => {
  const app = await withAdmin()
  const send = (part: number, ...names: string[]) =>
    app.upload({ csvData: rowsOf(...names), uploadBatch: 'upload_1', part, parts: 2 })
  expect((await send(1)).status).toBe(200)
  const refused = await send(2, '')
  expect(refused.status).toBe(400)
  expect((await refused.json()).message).toBe('The CSV file appears to be empty or invalid')
  expect(await tables(app)).toEqual(NOTHING)
  expect((await send(1)).status).toBe(200)
  expect(await (await send(2, 'a')).json()).toMatchObject({ count: 1, status: 'complete' })
})

test('deleting an upload takes its keywords with it, complete or not', async () => {
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

test('what a stopped server left behind goes, what is being received stays', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1', part: 1, parts: 2 })
  await openPart(app.db, new Date(NOON.getTime() - 11 * 60_000))
  await openPart(app.db, NOON)
  await deleteLeftovers(app.db, NOON)
  expect(await tables(app)).toEqual({ rows: 1, parts: 2, uploads: 1 })
})

test('an upload is noted in the audit log once, when it is complete, and its deletion too', async () => {
  const app = await withAdmin()
  for (const part of [1, 2, 2, 1]) {
    await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1', part, parts: 2 })
  }
  await app.remove('upload_1')
  const entries = await app.db.select().from(auditEntries)
  expect(entries).toMatchObject([
    { actor: 'admin', action: 'keywords_uploaded', subject: 'upload_1' },
    { actor: 'admin', action: 'keywords_deleted', subject: 'upload_1' },
  ])
})

test('moderators read and may not write, judged before the body is read', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  const headers = { authorization, 'content-type': 'application/json' }
  for (const path of ['', '/stats', '/batches', '/csv']) {
    expect((await app.call(PATH + path, { headers })).status).toBe(200)
  }
  let isRead = false
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          isRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  expect((await app.call(`${PATH}/upload`, { method: 'POST', body: body(), headers })).status).toBe(403)
  const stranger = { 'content-type': 'application/json' }
  expect((await app.call(`${PATH}/upload`, { method: 'POST', body: body(), headers: stranger })).status).toBe(
    401,
  )
  expect((await app.call(`${PATH}/batches/upload_1`, { method: 'DELETE', headers })).status).toBe(403)
  expect(isRead).toBe(false)
})

test('only this route takes large bodies or bodies without a length', async () => {
  const app = await withAdmin()
  const headers = { ...app.headers, 'content-type': 'application/json' }
  const post = (path: string, length: number) =>
    app.call(path, { method: 'POST', body: '{}', headers: { ...headers, 'content-length': String(length) } })
  const MiB = 1024 * 1024
  expect((await post(`${PATH}/upload`, 257 * MiB)).status).toBe(413)
  expect((await post('/api/admin/logout', MiB)).status).toBe(413)
  const body = new Blob(['{}']).stream()
  expect((await app.call('/api/admin/logout', { method: 'POST', body, headers })).status).toBe(411)
  const plain = { ...app.headers, 'content-type': 'text/csv' }
  expect((await app.call(`${PATH}/upload`, { method: 'POST', body: 'a', headers: plain })).status).toBe(415)
  expect((await app.call(`${PATH}/upload`, { method: 'POST', headers })).status).toBe(400)
})

/** An upload of which only the beginning has come; `finish` sends the rest. */
function slowUpload(app: Awaited<ReturnType<typeof withAdmin>>, uploadBatch: string) {
  const bytes = new TextEncoder().encode(JSON.stringify({ csvData: numbered(20), uploadBatch }))
  const rest = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes.subarray(0, 100)),
      pull: async (controller) => {
        begun.resolve()
        await rest.promise
        controller.enqueue(bytes.subarray(100))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { ...app.headers, 'content-type': 'application/json' }
  const answer = app.call(`${PATH}/upload`, { method: 'POST', body, headers })
  const finish = () => {
    rest.resolve()
    return answer
  }
  return { begun: begun.promise, finish }
}

test('a slow upload holds up neither other uploads nor deletions', async () => {
  const app = await withAdmin()
  const slow = slowUpload(app, 'upload_slow')
  await slow.begun
  expect((await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1' })).status).toBe(200)
  expect((await app.upload({ csvData: rowsOf('b'), uploadBatch: 'upload_2' })).status).toBe(200)
  expect((await app.remove('upload_1')).status).toBe(200)
  expect((await slow.finish()).status).toBe(200)
  expect(await app.stats()).toMatchObject({ totalKeywords: 21, totalBatches: 2 })
})

test('what is still coming of an upload that is deleted is not stored, what comes anew is', async () => {
  const app = await withAdmin()
  const slow = slowUpload(app, 'upload_1')
  await slow.begun
  expect((await app.remove('upload_1')).status).toBe(404)
  const refused = await slow.finish()
  expect(refused.status).toBe(409)
  expect((await refused.json()).message).toBe('This upload was deleted while it came')
  expect(await tables(app)).toEqual(NOTHING)
  expect((await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1' })).status).toBe(200)
})

test('some uploads may come at once, and a crowd of them is asked to come back', async () => {
  const app = await withAdmin()
  const uploads = Array.from({ length: 8 }, (_, index) =>
    app.upload({ csvData: numbered(500, `file ${index}`), uploadBatch: `upload_${index}` }),
  )
  const statuses = (await Promise.all(uploads)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  expect(await app.stats()).toMatchObject({ totalKeywords: 2_500, totalBatches: 5 })
  expect((await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_9' })).status).toBe(200)
})

test('the list is the newest thousand, in the order of their file, and tells how many there are', async () => {
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

test.each([
  'limit=0',
  'limit=1001',
  'limit=x',
  'offset=-1',
  'sort=id',
  'order=up',
  `search=${'x'.repeat(1_001)}`,
  'sort=keyword&offset=10001',
])('a list with %s is refused', async (query) => {
  const app = await withAdmin()
  expect((await app.call(`${PATH}?${query}`, { headers: app.headers })).status).toBe(400)
})

test('a search finds capitals of every alphabet, and sorting puts them beside their small letters', async () => {
  const app = await withAdmin()
  const csvData = rowsOf('Пароль онлайн', 'zebra', 'école', 'пароль', 'ÉCOLE de mots', 'Apple', 'Łódź')
  await app.upload({ csvData, uploadBatch: 'upload_1' })
  const found = async (search: string) =>
    (await app.list(`?search=${encodeURIComponent(search)}`)).map(({ keyword }) => keyword)
  for (const search of ['пароль', 'Пароль', 'ПАРОЛЬ']) {
    expect(await found(search)).toEqual(['Пароль онлайн', 'пароль'])
  }
  expect(await found('École')).toEqual(['école', 'ÉCOLE de mots'])
  expect(await found('łód')).toEqual(['Łódź'])
  const sorted = await app.list('?sort=keyword&order=asc')
  expect(sorted.map(({ keyword }) => keyword)).toEqual([
    'Apple',
    'zebra',
    'école',
    'ÉCOLE de mots',
    'Łódź',
    'пароль',
    'Пароль онлайн',
  ])
})

test('a list longer than what is looked at in one go is sorted as a whole', async () => {
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

test('the figures follow their rules', async () => {
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

test('all keywords can be downloaded, and no cell of the file is a formula', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: numbered(4_500), uploadBatch: 'upload_1' })
  const csvData = [
    { Keyword: '=vlookup', Position: 1 },
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
    `"'=vlookup",1,,,"${NOON.toISOString()}"`,
    `"'-x ""y"", z",,,,"${NOON.toISOString()}"`,
    `"keyword 0",1,,,"${NOON.toISOString()}"`,
  ])
})
