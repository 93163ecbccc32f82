import { expect, test } from 'bun:test'
import { temporaryFolder } from '#src/testing/folder.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { findSqldPlace, isSqldAvailable, startSqld } from '#src/testing/sqld.ts'
import { openRemote } from './remote.ts'
import { createStreamPool } from './stream-pool.ts'

const ASKED = { sql: 'SELECT 1', params: [] }

const EXECUTED = {
  type: 'ok',
  response: { type: 'execute', result: { cols: [], rows: [], affected_row_count: 0 } },
}
const poolOn = (answer: (body: string) => object, now = () => 0) =>
  createStreamPool(
    {
      url: new URL('http://db.example'),
      authToken: undefined,
      send: async (request) => Response.json(answer(await request.text())),
    },
    now,
  )

test('sequential statements share a stream; concurrent ones use at most eight', async () => {
  await using server = libsqlServer({ token: 'let-me-in' })
  const engine = openRemote(server.url, 'let-me-in')
  for (let round = 0; round < 5; round++) expect(await engine.run(ASKED)).toEqual([[1]])
  expect(server.openStreams()).toBe(1)
  const many = Array.from({ length: 30 }, () => engine.run(ASKED))
  expect(await Promise.all(many)).toEqual(many.map(() => [[1]]))
  await engine.run(ASKED)
  await engine.close()
  expect(server.openStreams()).toBe(0)
})

test('a failed statement closes its stream', async () => {
  await using server = libsqlServer()
  const engine = openRemote(server.url, undefined)
  await expect(engine.run({ sql: 'SELECT absent', params: [] })).rejects.toThrow('no such column')
  expect(await engine.run(ASKED)).toEqual([[1]])
  expect(server.openStreams()).toBeLessThanOrEqual(2)
  await engine.close()
})

test.each([
  { baton: null, base_url: null },
  { baton: 'b', base_url: 'http://other.example' },
])('a stream that the server ended or moved is not reused: %j', async (stream) => {
  const bodies: string[] = []
  const pool = poolOn((body) => {
    bodies.push(body)
    return { ...stream, results: [EXECUTED] }
  })
  for (let round = 0; round < 2; round++) expect(await pool.run(ASKED)).toEqual([])
  expect(bodies.map((body) => body.includes('"baton"'))).toEqual([false, false])
})

test('a stream idle for five seconds is not reused', async () => {
  const bodies: string[] = []
  let now = 0
  const pool = poolOn(
    (body) => {
      bodies.push(body)
      return { baton: 'b', base_url: null, results: [EXECUTED] }
    },
    () => now,
  )
  await pool.run(ASKED)
  now = 4_999
  await pool.run(ASKED)
  now = 9_999
  await pool.run(ASKED)
  expect(bodies.map((body) => body.includes('"baton"'))).toEqual([false, true, false])
})

test.if(isSqldAvailable)('a restarted server rejects old streams, and the statement succeeds', async () => {
  using folder = temporaryFolder()
  const place = await findSqldPlace(folder.path)
  const first = await startSqld({ place })
  const engine = openRemote(first.urlOf(await first.createDatabase()), undefined)
  await engine.script('CREATE TABLE notes (text TEXT);')
  const write = { sql: "INSERT INTO notes VALUES ('kept') RETURNING text", params: [] }
  expect(await engine.run(write)).toEqual([['kept']])
  await first[Symbol.asyncDispose]()
  await using second = await startSqld({ place })
  expect(second.port).toBe(first.port)
  expect(await engine.run(write)).toEqual([['kept']])
  expect(await engine.run({ sql: 'SELECT count(*) FROM notes', params: [] })).toEqual([[2]])
  await engine.close()
})
