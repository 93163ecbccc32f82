import { expect, test } from 'bun:test'
import { numbered, PATH, rowsOf, tables, type Upload, withAdmin } from '#src/testing/keyword-app.ts'
import { NOON } from '#src/testing/test-app.ts'

const NOTHING = { rows: 0, parts: 0, uploads: 0 }

test('stores rows under the column names of their file, and lists them', async () => {
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

test('understands the columns and units of other languages', async () => {
  const app = await withAdmin()
  const files = [
    { 'Häufigste Suchanfragen': 'hecke', Klicks: '1,2 Tsd.', Impressionen: '40.000', Position: '7,4' },
    { 上位のクエリ: '垣根', クリック数: '1.2万', 掲載順位: '3.5' },
    { Запрос: 'изгородь', Показы: '1 000', Клики: '1,2 тыс.', 'Средняя позиция': '5,2' },
  ]
  for (const [index, row] of files.entries()) {
    const response = await app.upload({ csvData: [row], uploadBatch: `upload_${index}` })
    expect(response.status).toBe(200)
  }
  const stored = (await app.list()).map(({ keyword, position, traffic }) => [keyword, position, traffic])
  expect(new Map(stored.map((row) => [row[0], row]))).toEqual(
    new Map([
      ['hecke', ['hecke', 7.4, 1200]],
      ['垣根', ['垣根', 3.5, 12_000]],
      ['изгородь', ['изгородь', 5.2, 1200]],
    ]),
  )
})

test('stores only the keyword, position, volume and traffic of a row', async () => {
  const app = await withAdmin()
  const row = JSON.parse('{"__proto__":"a","constructor":"b","Query":"shoes","Clicks":7,"id":9}')
  await app.upload({ csvData: [row], uploadBatch: 'upload_1' })
  expect(await app.list()).toMatchObject([
    { keyword: 'shoes', position: null, searchVolume: null, traffic: 7 },
  ])
  expect(await app.list()).not.toMatchObject([{ id: 9 }])
})

test('counts skipped rows and duplicates, and stores duplicates', async () => {
  const app = await withAdmin()
  const csvData = [
    ...rowsOf('shoes', 'Shoes', '', '=countif(a1:a9)', 'ha\0ts', 'ha\ud83dts', 'hats'),
    'text',
    null,
    ['a'],
    { Other: 'x' },
    { Keyword: { toString: 'x' } },
  ]
  expect(await (await app.upload({ csvData, uploadBatch: 'upload_1' })).json()).toMatchObject({
    count: 4,
    skipped: 8,
    duplicates: 1,
  })
  expect((await app.list()).map(({ keyword }) => keyword)).toEqual([
    'shoes',
    'Shoes',
    '=countif(a1:a9)',
    'hats',
  ])
})

const INVALID: [string, Upload, string][] = [
  [
    'no keyword column',
    { csvData: [{ Name: 'a' }], uploadBatch: 'upload_1' },
    'No keyword column found. Expected one of: Keyword, Top queries, Query.',
  ],
  ['no rows', { csvData: [], uploadBatch: 'upload_1' }, 'The CSV file appears to be empty or invalid'],
  [
    'only empty rows',
    { csvData: rowsOf('', '\ufffd', '\0'), uploadBatch: 'upload_1' },
    'The CSV file appears to be empty or invalid',
  ],
  [
    'text instead of rows',
    { csvData: 'Keyword\nshoes', uploadBatch: 'upload_1' },
    'csvData must be a list of rows',
  ],
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
    'a path as the batch',
    { csvData: rowsOf('a'), uploadBatch: '../x' },
    'uploadBatch must be 1 to 100 letters, digits, dots, hyphens or underscores',
  ],
  ...['a\nb.csv', '\ud83d.csv', 'x'.repeat(256), 7].map((fileName): [string, Upload, string] => [
    `the file name ${JSON.stringify(fileName)}`,
    { csvData: rowsOf('a'), uploadBatch: 'upload_1', fileName },
    'fileName must be at most 255 characters on one line',
  ]),
  [
    'a part number above the number of parts',
    { csvData: rowsOf('a'), uploadBatch: 'upload_1', part: 3, parts: 2 },
    'part and parts must be numbers from 1 to 1000, part at most parts',
  ],
  [
    'text as the part number',
    { csvData: rowsOf('a'), uploadBatch: 'upload_1', part: '1', parts: 2 },
    'part and parts must be numbers from 1 to 1000, part at most parts',
  ],
]

test('rejects an invalid upload and stores nothing', async () => {
  const app = await withAdmin()
  for (const [what, upload, message] of INVALID) {
    const response = await app.upload(upload)
    expect([what, response.status]).toEqual([what, 400])
    expect(await response.json()).toMatchObject({ code: 'invalid', message })
    expect(await tables(app)).toEqual(NOTHING)
  }
})

test('rolls back thousands of rows after an error at the end', async () => {
  const app = await withAdmin()
  const body = JSON.stringify({ csvData: numbered(12_000), uploadBatch: 'upload_1' })
  const broken = body.slice(0, -1)
  const headers = { ...app.headers, 'content-type': 'application/json' }
  expect((await app.call(`${PATH}/upload`, { method: 'POST', body: broken, headers })).status).toBe(400)
  expect(await tables(app)).toEqual(NOTHING)
})

test('stores nothing of an interrupted upload', async () => {
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

test('accepts a chunked body without a length, with its keys in any order', async () => {
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

test('stores an upload once when it is sent twice', async () => {
  const app = await withAdmin()
  const upload = { csvData: rowsOf('a', 'b', ''), uploadBatch: 'upload_1' }
  const first = await (await app.upload(upload)).json()
  const second = await (await app.upload(upload)).json()
  expect(second).toEqual(first)
  expect(await tables(app)).toEqual({ rows: 2, parts: 1, uploads: 1 })
})

test('completes an upload with its last part, in any order', async () => {
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

test('stores the file name of an upload, if given', async () => {
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

test('stores a part once when it is sent twice, even simultaneously', async () => {
  const app = await withAdmin()
  const send = (part: number) =>
    app.upload({ csvData: numbered(1_500, `part ${part}`), uploadBatch: 'upload_1', part, parts: 2 })
  const responses = await Promise.all([send(1), send(1), send(2), send(2)])
  for (const response of responses) expect(await response.json()).toMatchObject({ count: 1_500 })
  expect(await tables(app)).toEqual({ rows: 3_000, parts: 2, uploads: 1 })
})

test('rejects a part that announces a different number of parts', async () => {
  const app = await withAdmin()
  await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1', part: 1, parts: 3 })
  const rejected = await app.upload({ csvData: rowsOf('b'), uploadBatch: 'upload_1', part: 2, parts: 2 })
  expect(rejected.status).toBe(409)
  expect((await rejected.json()).message).toBe('This upload has 3 parts, not 2')
  expect(await tables(app)).toEqual({ rows: 1, parts: 1, uploads: 1 })
})

test('rejects a repeated part with different rows and keeps the first rows', async () => {
  const app = await withAdmin()
  const send = (...names: string[]) =>
    app.upload({ csvData: rowsOf(...names), uploadBatch: 'upload_1', part: 2, parts: 3 })
  await send('a', 'b')
  for (const names of [['a'], ['a', 'b', 'c'], ['a', ''], ['a', 'A']]) {
    const rejected = await send(...names)
    expect(rejected.status).toBe(409)
    expect((await rejected.json()).message).toBe(
      'Part 2 of this upload was already received with different rows',
    )
  }
  expect((await send('a', 'b')).status).toBe(200)
  expect(await tables(app)).toEqual({ rows: 2, parts: 1, uploads: 1 })
})

test('rejects the last part of an upload in which no part has a keyword', async () => {
  const app = await withAdmin()
  const send = (part: number, ...names: string[]) =>
    app.upload({ csvData: rowsOf(...names), uploadBatch: 'upload_1', part, parts: 2 })
  expect((await send(1)).status).toBe(200)
  const rejected = await send(2, '')
  expect(rejected.status).toBe(400)
  expect((await rejected.json()).message).toBe('The CSV file appears to be empty or invalid')
  expect(await tables(app)).toEqual(NOTHING)
  expect((await send(1)).status).toBe(200)
  expect(await (await send(2, 'a')).json()).toMatchObject({ count: 1, status: 'complete' })
})

test('only the upload route accepts large bodies or bodies without a length', async () => {
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

/** Sends part of an upload; `finish` sends the rest. */
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
  const response = app.call(`${PATH}/upload`, { method: 'POST', body, headers })
  const finish = () => {
    rest.resolve()
    return response
  }
  return { begun: begun.promise, finish }
}

test("a slow upload doesn't block other uploads or deletions", async () => {
  const app = await withAdmin()
  const slow = slowUpload(app, 'upload_slow')
  await slow.begun
  expect((await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1' })).status).toBe(200)
  expect((await app.upload({ csvData: rowsOf('b'), uploadBatch: 'upload_2' })).status).toBe(200)
  expect((await app.remove('upload_1')).status).toBe(200)
  expect((await slow.finish()).status).toBe(200)
  expect(await app.stats()).toMatchObject({ totalKeywords: 21, totalBatches: 2 })
})

test("deleting a large upload doesn't block others", async () => {
  const app = await withAdmin()
  expect((await app.upload({ csvData: numbered(20_000), uploadBatch: 'upload_large' })).status).toBe(200)
  const ended: string[] = []
  const deletion = app.remove('upload_large').then(() => ended.push('deletion'))
  const upload = app
    .upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1' })
    .then(() => ended.push('upload'))
  await Promise.all([deletion, upload])
  expect(ended).toEqual(['upload', 'deletion'])
  expect(await tables(app)).toEqual({ rows: 1, parts: 1, uploads: 1 })
})

test("returns the validation error even if the received rows can't be discarded", async () => {
  const app = await withAdmin({
    expectsErrors: true,
    wrap: (engine) => ({
      ...engine,
      run: (statement) =>
        statement.params[0] === 'discarded' ? Promise.reject(new Error('no room')) : engine.run(statement),
    }),
  })
  const response = await app.upload({ csvData: rowsOf('a', 'b') })
  expect(response.status).toBe(400)
  expect((await response.json()).message).toStartWith('uploadBatch must be')
  expect(app.lines.join('\n')).toContain('failed to discard a part of an upload')
})

test('deleting an upload discards its pending parts but not a later upload with the same name', async () => {
  const app = await withAdmin()
  const slow = slowUpload(app, 'upload_1')
  await slow.begun
  expect((await app.remove('upload_1')).status).toBe(404)
  const rejected = await slow.finish()
  expect(rejected.status).toBe(409)
  expect((await rejected.json()).message).toBe('This upload was deleted while it was being sent')
  expect(await tables(app)).toEqual(NOTHING)
  expect((await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_1' })).status).toBe(200)
})

test('accepts five simultaneous uploads and rate-limits further ones', async () => {
  const app = await withAdmin()
  const slow = Array.from({ length: 5 }, (_, index) => slowUpload(app, `upload_${index}`))
  await Promise.all(slow.map(({ begun }) => begun))
  for (const uploadBatch of ['upload_5', 'upload_6', 'upload_7'])
    expect((await app.upload({ csvData: rowsOf('a'), uploadBatch })).status).toBe(429)
  const responses = await Promise.all(slow.map(({ finish }) => finish()))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await app.stats()).toMatchObject({ totalKeywords: 100, totalBatches: 5 })
  expect((await app.upload({ csvData: rowsOf('a'), uploadBatch: 'upload_9' })).status).toBe(200)
})
