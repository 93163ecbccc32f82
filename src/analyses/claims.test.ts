import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { openRemote } from '#src/db/remote.ts'
import { analyses, analysisRuns } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { at, DAY, HOUR, MINUTE, server, URL_A } from '#src/testing/analysis-office.ts'
import { slowSite } from '#src/testing/fake-web.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON } from '#src/testing/test-app.ts'
import { voidClaims } from './claims.ts'
import { createAnalysis } from './store.ts'

test('what stopped the server three times is not tried a fourth time', async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  for (let start = 0; start < 3; start++) {
    const killed = await server((_, signal) => website.site(signal), engine)
    if (start === 0) await createAnalysis(killed.app.db, actor, URL_A, NOON)
    await killed.begin(start * HOUR)
    while (killed.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const last = await server(() => ({}), engine)
  await last.minute(3 * HOUR)
  expect(last.asked).toEqual([])
  expect(await last.read()).toMatchObject({
    status: 'failed',
    errorMessage: 'The analysis could not be finished in 3 attempts.',
  })
})

test('of one website one page is asked for at a time, by all servers together', async () => {
  const engine = openEmbedded(':memory:')
  const [first, other] = [slowSite(), slowSite()]
  const sites = new Map([
    ['https://example.com/a', first],
    ['https://other.example/', other],
  ])
  const working = await server((address, signal) => sites.get(address)?.site(signal) ?? {}, engine)
  for (const url of ['https://example.com/a', 'https://www.example.com/b', 'https://other.example/'])
    await createAnalysis(working.app.db, actor, url, NOON)
  await working.begin(0)
  await first.isAsked
  await other.isAsked
  const idling = await server(() => ({}), engine)
  await idling.minute(1)
  expect([working.asked, idling.asked]).toEqual([[...sites.keys()], []])
  first.answer({})
  other.answer({})
  await working.app.analyzer.idle()
  expect(working.asked).toEqual([...sites.keys(), 'https://www.example.com/b'])
})

test('a server that stops gives its work back, and the next one takes it up at once', async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  const stopping = await server((_, signal) => website.site(signal), engine)
  await createAnalysis(stopping.app.db, actor, URL_A, NOON)
  await stopping.begin(0)
  await website.isAsked
  await stopping.app.analyzer.close()
  await website.isAbandoned
  expect(await stopping.read()).toMatchObject({ status: 'pending', claim: null, attempts: 0 })
  await stopping.minute(MINUTE)
  expect(stopping.asked).toHaveLength(1)

  const next = await server(() => ({}), engine)
  await next.minute(1)
  expect(await next.read()).toMatchObject({ status: 'completed' })
})

test('the server that starts again on its own folder need not wait for the claims of the killed one', async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  const killed = await server((_, signal) => website.site(signal), engine)
  await createAnalysis(killed.app.db, actor, URL_A, NOON)
  await killed.begin(0)
  await website.isAsked

  const next = await server(() => ({}), engine)
  await next.minute(1)
  expect(next.asked).toEqual([])
  await voidClaims(next.app.db)
  await next.minute(1)
  expect(await next.read()).toMatchObject({ status: 'completed' })
})

/** Two connections to one database, as two servers have them. */
const PAIRS: [string, () => Promise<{ engines: [Engine, Engine] } & AsyncDisposable>][] = [
  [
    'one database file',
    async () => {
      const folder = temporaryFolder()
      const open = () => openEmbedded(join(folder.path, 'data.db'))
      return pair([open(), open()], async () => folder[Symbol.dispose]())
    },
  ],
  [
    'one libSQL server',
    async () => {
      const libsql = libsqlServer()
      const open = () => openRemote(libsql.url, undefined)
      return pair([open(), open()], () => libsql[Symbol.asyncDispose]())
    },
  ],
]

const pair = (engines: [Engine, Engine], end: () => Promise<void>) => ({
  engines,
  [Symbol.asyncDispose]: async () => {
    for (const engine of engines) await engine.close()
    await end()
  },
})

test.each(PAIRS)('two servers on %s never do the same work twice', async (_, opened) => {
  await using both = await opened()
  const [a, b] = [await server(() => ({}), both.engines[0]), await server(() => ({}), both.engines[1])]
  const addresses = Array.from({ length: 12 }, (_, index) => `https://${index}.example/`)
  for (const address of addresses) await createAnalysis(a.app.db, actor, address, NOON)
  await Promise.all([a.minute(0), b.minute(0)])
  expect([...a.asked, ...b.asked].sort()).toEqual(addresses.sort())

  await a.app.db.update(analyses).set({ autoUpdate: true, nextUpdateScheduled: at(DAY) })
  await Promise.all([a.minute(DAY), b.minute(DAY)])
  expect([...a.asked, ...b.asked].sort()).toEqual([...addresses, ...addresses].sort())
  expect(await a.app.db.$count(analysisRuns)).toBe(24)
})

test.each(PAIRS)('on %s the work of a dead server is taken over when its claim lapses', async (_, opened) => {
  await using both = await opened()
  const website = slowSite()
  const dead = await server((_, signal) => website.site(signal), both.engines[0])
  const heir = await server(() => ({ title: 'Of the heir' }), both.engines[1])
  await createAnalysis(dead.app.db, actor, URL_A, NOON)
  await dead.begin(0)
  await website.isAsked
  await heir.minute(MINUTE - 1)
  expect(heir.asked).toEqual([])
  await heir.minute(MINUTE)
  expect(await heir.read()).toMatchObject({ status: 'completed', title: 'Of the heir' })

  // The dead one wakes up, and its word counts for nothing.
  website.answer({ title: 'Of the dead' })
  await dead.app.analyzer.idle()
  expect(await heir.read()).toMatchObject({ title: 'Of the heir' })
  expect(await heir.app.db.$count(analysisRuns)).toBe(1)
})

test.each(PAIRS)('on %s a server that is still at work keeps it', async (_, opened) => {
  await using both = await opened()
  const website = slowSite()
  const slow = await server((_, signal) => website.site(signal), both.engines[0])
  const other = await server(() => ({}), both.engines[1])
  await createAnalysis(slow.app.db, actor, URL_A, NOON)
  await slow.begin(0)
  await website.isAsked
  for (let seconds = 15; seconds <= 180; seconds += 15) {
    await slow.renew(seconds * 1000)
    await other.minute(seconds * 1000)
  }
  website.answer({})
  await slow.app.analyzer.idle()
  expect([other.asked, await other.read()]).toMatchObject([[], { status: 'completed' }])
})

test.each(PAIRS)('on %s deleting ends the work on the other server too', async (_, opened) => {
  await using both = await opened()
  const website = slowSite()
  const working = await server((_, signal) => website.site(signal), both.engines[0])
  const other = await server(() => ({}), both.engines[1])
  await createAnalysis(working.app.db, actor, URL_A, NOON)
  await working.begin(0)
  await website.isAsked
  const { authorization } = await makeUser(other.app, 'admin')
  await other.app.call(`${ANALYZER_PATH}/analysis/1`, { method: 'DELETE', headers: { authorization } })
  await working.renew(15_000)
  await website.isAbandoned
  await working.app.analyzer.idle()
  expect(await working.read()).toBeUndefined()
})
