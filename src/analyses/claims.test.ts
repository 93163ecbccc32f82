import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { databaseClock } from '#src/db/lease.ts'
import { openRemote } from '#src/db/remote.ts'
import { analyses, analysisRuns } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { after, at, DAY, HOUR, MINUTE, openInstance, URL_A } from '#src/testing/analysis-app.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { slowSite } from '#src/testing/fake-web.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON } from '#src/testing/test-app.ts'
import { until } from '#src/testing/time-limits.ts'
import { claimAnalysis, releaseAllClaims, renewClaim } from './claims.ts'
import { createAnalysis } from './store.ts'

test("an analysis that crashed its instance three times isn't retried", async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  for (let start = 0; start < 3; start++) {
    const killed = await openInstance((_, signal) => website.site(signal), engine)
    if (start === 0) await createAnalysis(killed.app.db, actor, URL_A, NOON)
    await killed.begin(start * HOUR)
    await until('the website is requested', () => killed.requests.length > 0)
  }
  const last = await openInstance(() => ({}), engine)
  await last.minute(3 * HOUR)
  expect(last.requests).toEqual([])
  expect(await last.read()).toMatchObject({
    status: 'failed',
    errorMessage: 'The analysis could not be finished in 3 attempts.',
  })
})

test('instances together request only one page of a website at a time', async () => {
  const engine = openEmbedded(':memory:')
  const [first, other] = [slowSite(), slowSite()]
  const sites = new Map([
    ['https://example.com/a', first],
    ['https://other.example/', other],
  ])
  const working = await openInstance((address, signal) => sites.get(address)?.site(signal) ?? {}, engine)
  for (const url of ['https://example.com/a', 'https://www.example.com/b', 'https://other.example/'])
    await createAnalysis(working.app.db, actor, url, NOON)
  await working.begin(0)
  await first.requested
  await other.requested
  const idle = await openInstance(() => ({}), engine)
  await idle.minute(1)
  expect([working.requests, idle.requests]).toEqual([[...sites.keys()], []])
  first.answer({})
  other.answer({})
  await working.app.analyzer.idle()
  expect(working.requests).toEqual([...sites.keys(), 'https://www.example.com/b'])
})

test('a stopping instance releases its work, and another takes over immediately', async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  const stopping = await openInstance((_, signal) => website.site(signal), engine)
  await createAnalysis(stopping.app.db, actor, URL_A, NOON)
  await stopping.begin(0)
  await website.requested
  await stopping.app.analyzer.close()
  await website.disconnected
  expect(await stopping.read()).toMatchObject({ status: 'pending', claim: null, attempts: 0 })
  await stopping.minute(MINUTE)
  expect(stopping.requests).toHaveLength(1)

  const next = await openInstance(() => ({}), engine)
  await next.minute(1)
  expect(await next.read()).toMatchObject({ status: 'completed' })
})

test('releases all claims when an instance with an embedded database restarts', async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  const killed = await openInstance((_, signal) => website.site(signal), engine)
  await createAnalysis(killed.app.db, actor, URL_A, NOON)
  await killed.begin(0)
  await website.requested

  const next = await openInstance(() => ({}), engine)
  await next.minute(1)
  expect(next.requests).toEqual([])
  await releaseAllClaims(next.app.db)
  await next.minute(1)
  expect(await next.read()).toMatchObject({ status: 'completed' })
})

/** Two connections to one database stand for two instances. */
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

test.each(PAIRS)('two instances on %s never do the same work', async (_, openPair) => {
  await using both = await openPair()
  const [a, b] = [
    await openInstance(() => ({}), both.engines[0]),
    await openInstance(() => ({}), both.engines[1]),
  ]
  const addresses = Array.from({ length: 12 }, (_, index) => `https://${index}.example/`)
  for (const address of addresses) await createAnalysis(a.app.db, actor, address, NOON)
  await Promise.all([a.minute(0), b.minute(0)])
  expect([...a.requests, ...b.requests].sort()).toEqual(addresses.sort())

  await a.app.db.update(analyses).set({ autoUpdate: true, nextUpdateScheduled: at(DAY) })
  await Promise.all([a.minute(DAY), b.minute(DAY)])
  expect([...a.requests, ...b.requests].sort()).toEqual([...addresses, ...addresses].sort())
  expect(await a.app.db.$count(analysisRuns)).toBe(24)
})

test.each(PAIRS)(
  'on %s, another instance takes over the work of a crashed one when its claim expires',
  async (_, openPair) => {
    await using both = await openPair()
    const website = slowSite()
    const crashed = await openInstance((_, signal) => website.site(signal), both.engines[0])
    const successor = await openInstance(() => ({ title: 'From the successor' }), both.engines[1])
    await createAnalysis(crashed.app.db, actor, URL_A, NOON)
    await crashed.begin(0)
    await website.requested
    await successor.minute(MINUTE - 1)
    expect(successor.requests).toEqual([])
    await successor.minute(MINUTE)
    expect(await successor.read()).toMatchObject({ status: 'completed', title: 'From the successor' })

    // The crashed instance resumes, but has lost its claim.
    website.answer({ title: 'From the crashed instance' })
    await crashed.app.analyzer.idle()
    expect(await successor.read()).toMatchObject({ title: 'From the successor' })
    expect(await successor.app.db.$count(analysisRuns)).toBe(1)
  },
)

test.each(PAIRS)('on %s, a running instance keeps its claim', async (_, openPair) => {
  await using both = await openPair()
  const website = slowSite()
  const slow = await openInstance((_, signal) => website.site(signal), both.engines[0])
  const other = await openInstance(() => ({}), both.engines[1])
  await createAnalysis(slow.app.db, actor, URL_A, NOON)
  await slow.begin(0)
  await website.requested
  for (let seconds = 15; seconds <= 180; seconds += 15) {
    await slow.renew(seconds * 1000)
    await other.minute(seconds * 1000)
  }
  website.answer({})
  await slow.app.analyzer.idle()
  expect([other.requests, await other.read()]).toMatchObject([[], { status: 'completed' }])
})

test.each(PAIRS)('on %s, deleting cancels an analysis on the other instance', async (_, openPair) => {
  await using both = await openPair()
  const website = slowSite()
  const working = await openInstance((_, signal) => website.site(signal), both.engines[0])
  const other = await openInstance(() => ({}), both.engines[1])
  await createAnalysis(working.app.db, actor, URL_A, NOON)
  await working.begin(0)
  await website.requested
  const { authorization } = await makeUser(other.app, 'admin')
  await other.app.call(`${ANALYZER_PATH}/analysis/1`, { method: 'DELETE', headers: { authorization } })
  await working.renew(15_000)
  await website.disconnected
  await working.app.analyzer.idle()
  expect(await working.read()).toBeUndefined()
})

test.each(ENGINES)(
  "with %s, an instance with a fast clock doesn't take over work in progress",
  async (_, open) => {
    await using opened = await open()
    const db = await opened.migrated()
    await createAnalysis(db, actor, URL_A, NOON)
    const claim = await claimAnalysis(db, 'working', NOON)
    if (!claim) throw new Error('nothing to do')
    const fastClock = after(90_000)
    expect(await claimAnalysis(db, 'ahead', fastClock)).toBeNull()
    expect(await renewClaim(db, claim)).toBe(true)
    expect(await claimAnalysis(db, 'ahead', fastClock)).toBeNull()

    await db.run(sql`UPDATE analyses SET claimed_until = ${databaseClock(-1)}`)
    expect(await claimAnalysis(db, 'heir', NOON)).toMatchObject({ id: claim.id, attempts: 2 })
  },
)
