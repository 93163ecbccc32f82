import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ANALYZER_PATH, type AnalysisChanges, type AnalysisRun, RUNS_KEPT } from '#domain/analyses.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { openRemote } from '#src/db/remote.ts'
import { analyses, analysisRuns } from '#src/db/schema.ts'
import { jobsOf } from '#src/jobs.ts'
import { fakeWeb, keywordsOf, type Site, slowSite } from '#src/testing/fake-web.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { voidClaims } from './claims.ts'
import { createAnalysis } from './store.ts'

const URL_A = 'https://www.example.com/'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const after = (milliseconds: number) => new Date(NOON.getTime() + milliseconds)
const at = (milliseconds: number) => after(milliseconds).toISOString()

type SiteAt = Parameters<typeof fakeWeb>[0]

/** A server: `at(ms)` is a minute in which its scheduler looks, so long after noon. */
async function server(siteAt: SiteAt, engine: Engine = openEmbedded(':memory:')) {
  const clock = { now: NOON }
  const { web, asked } = fakeWeb(siteAt)
  const app = await testApp({ web, engine, clock })
  const jobs = jobsOf({ ...app, now: () => clock.now })
  const run = (name: string) =>
    jobs.find((job) => job.name === name)?.run() ?? Promise.reject(new Error(name))

  /** What the scheduler does at a minute, all of it. */
  async function minute(milliseconds: number): Promise<void> {
    await begin(milliseconds)
    await app.analyzer.idle()
  }
  async function begin(milliseconds: number): Promise<void> {
    clock.now = after(milliseconds)
    await run('analyses')
  }
  async function renew(milliseconds: number): Promise<void> {
    clock.now = after(milliseconds)
    await run('analyses under way')
  }
  const read = async () => (await app.db.select().from(analyses))[0]
  return { app, clock, asked, minute, begin, renew, read }
}

/** The same with URL_A analyzed at noon as number 1, what it holds from then on, and an admin who switches. */
async function office(first: Site = {}) {
  let site: Site | SiteAt = first
  const here = await server((address, signal) => (typeof site === 'function' ? site(address, signal) : site))
  await createAnalysis(here.app.db, URL_A, NOON)
  await here.minute(0)
  let calls = 0
  /** Days pass between two calls, so each is a sign-in of its own. */
  async function ask(method: string, path: string, json?: unknown): Promise<Response> {
    calls += 1
    const { authorization } = await makeUser(here.app, 'admin', `admin-${calls}`)
    return here.app.call(`${ANALYZER_PATH}${path}`, { method, json, headers: { authorization } })
  }
  const toggle = (autoUpdate: unknown) => ask('PATCH', '/analysis/1/auto-update', { autoUpdate })
  const become = (next: Site | SiteAt) => {
    site = next
  }
  return { ...here, ask, toggle, become }
}

test('a daily update comes a day after it was switched on, and a day after each time', async () => {
  const { app, asked, minute, read, toggle, become } = await office()
  const switched = await toggle(true)
  expect(switched.status).toBe(200)
  expect(await switched.json()).toMatchObject({ id: 1, autoUpdate: true, nextUpdateScheduled: at(DAY) })
  become({ title: 'New title', keywords: keywordsOf('passphrases') })

  await minute(DAY - 1)
  expect(asked).toHaveLength(1)
  await minute(DAY)
  expect(asked).toHaveLength(2)
  expect(await read()).toMatchObject({
    title: 'New title',
    totalKeywords: 1,
    status: 'completed',
    analyzedAt: at(DAY),
    nextUpdateScheduled: at(2 * DAY),
    createdAt: NOON.toISOString(),
  })
  await minute(DAY + MINUTE)
  await minute(2 * DAY - 1)
  expect(asked).toHaveLength(2)
  await minute(2 * DAY)
  expect(asked).toHaveLength(3)
  expect(await app.db.$count(analysisRuns)).toBe(3)
})

test('an update that was missed for a week runs once', async () => {
  const { asked, minute, read, toggle } = await office()
  await toggle(true)
  await minute(7 * DAY + HOUR)
  await minute(7 * DAY + HOUR + MINUTE)
  expect(asked).toHaveLength(2)
  expect(await read()).toMatchObject({ nextUpdateScheduled: at(8 * DAY + HOUR) })
})

test('nothing is updated unless it is switched on', async () => {
  const { asked, minute, read, toggle } = await office()
  await minute(3 * DAY)
  await toggle(true)
  const off = await toggle(false)
  expect(await off.json()).toMatchObject({ autoUpdate: false, nextUpdateScheduled: null })
  await minute(9 * DAY)
  expect(asked).toHaveLength(1)
  expect(await read()).toMatchObject({ status: 'completed', analyzedAt: NOON.toISOString() })
})

test.each([[{}], [{ autoUpdate: 'yes' }], [{ autoUpdate: 1 }], [null]])(
  '%j switches nothing',
  async (json) => {
    const { ask, read } = await office()
    expect((await ask('PATCH', '/analysis/1/auto-update', json)).status).toBe(400)
    expect(await read()).toMatchObject({ autoUpdate: false })
  },
)

test('only completed analyses take the switch', async () => {
  const { ask, toggle, become } = await office()
  const website = slowSite()
  become((_, signal) => website.site(signal))
  await ask('POST', '/analyze', { url: URL_A })
  const pending = await ask('PATCH', '/analysis/2/auto-update', { autoUpdate: false })
  expect(pending.status).toBe(409)
  expect((await toggle(true)).status).toBe(200)
  website.answer({})
})

const DOWN = { reason: 'The website did not answer.' }

test('after a failure the keywords stay, and the update is tried after an hour, then daily', async () => {
  const { asked, minute, read, toggle, become, ask } = await office()
  await toggle(true)
  become(DOWN)
  await minute(DAY)
  expect(await read()).toMatchObject({
    status: 'completed',
    title: 'Strong passwords',
    totalKeywords: 2,
    analyzedAt: NOON.toISOString(),
    errorMessage: 'The last daily update failed: The website did not answer.',
    failuresInARow: 1,
    nextUpdateScheduled: at(DAY + HOUR),
  })
  expect(await (await ask('GET', '/keywords/1')).json()).toHaveLength(2)

  await minute(DAY + HOUR - 1)
  expect(asked).toHaveLength(2)
  await minute(DAY + HOUR)
  expect(await read()).toMatchObject({ failuresInARow: 2, nextUpdateScheduled: at(2 * DAY + HOUR) })

  become({})
  await minute(2 * DAY + HOUR)
  expect(await read()).toMatchObject({
    errorMessage: null,
    failuresInARow: 0,
    nextUpdateScheduled: at(3 * DAY + HOUR),
  })
  const runs: AnalysisRun[] = await (await ask('GET', '/analysis/1/runs')).json()
  expect(runs.map(({ status }) => status)).toEqual(['completed', 'failed', 'failed', 'completed'])
})

test('the seventh failure in a row switches the updates off with a note, and switching on forgets them', async () => {
  const { asked, minute, read, toggle, become } = await office()
  await toggle(true)
  become(DOWN)
  for (let failures = 1; failures <= 6; failures++) {
    await minute(DAY * failures + 2 * HOUR * failures)
    expect(await read()).toMatchObject({ failuresInARow: failures, autoUpdate: true })
  }
  await minute(30 * DAY)
  expect(await read()).toMatchObject({
    status: 'completed',
    totalKeywords: 2,
    failuresInARow: 7,
    autoUpdate: false,
    nextUpdateScheduled: null,
    errorMessage:
      'The daily update was switched off, as it failed 7 times in a row. The last time: The website did not answer.',
  })
  await minute(60 * DAY)
  expect(asked).toHaveLength(8)

  expect(await (await toggle(true)).json()).toMatchObject({
    errorMessage: null,
    failuresInARow: 0,
    autoUpdate: true,
  })
})

test.each([
  ['keeps what it finds', {}, { title: 'Strong passwords', errorMessage: null, analyzedAt: at(DAY) }],
  [
    'keeps why it failed',
    DOWN,
    { analyzedAt: NOON.toISOString(), errorMessage: expect.stringContaining('failed') },
  ],
])('an update that is switched off meanwhile %s and stays off', async (_, site, expected) => {
  const { app, begin, minute, asked, read, toggle, become } = await office()
  await toggle(true)
  const website = slowSite()
  become((_, signal) => website.site(signal))
  await begin(DAY)
  await website.isAsked
  expect((await toggle(false)).status).toBe(200)
  website.answer(site)
  await app.analyzer.idle()
  expect(await read()).toMatchObject({ autoUpdate: false, nextUpdateScheduled: null, ...expected })
  await minute(9 * DAY)
  expect(asked).toHaveLength(2)
})

test('an update whose analysis is deleted meanwhile ends, and leaves nothing', async () => {
  const { app, begin, read, toggle, become, ask } = await office()
  await toggle(true)
  const website = slowSite()
  become((_, signal) => website.site(signal))
  await begin(DAY)
  await website.isAsked
  await ask('DELETE', '/analysis/1')
  await website.isAbandoned
  await app.analyzer.idle()
  expect([await read(), await app.db.$count(analysisRuns)]).toEqual([undefined, 0])
})

test('websites that someone waits for come before updates that are due', async () => {
  const { asked, app, minute, toggle } = await office()
  await toggle(true)
  await createAnalysis(app.db, 'https://new.example/', after(2 * DAY))
  await minute(2 * DAY)
  expect(asked).toEqual([URL_A, 'https://new.example/', URL_A])
})

test('what stopped the server three times is not tried a fourth time', async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  for (let start = 0; start < 3; start++) {
    const killed = await server((_, signal) => website.site(signal), engine)
    if (start === 0) await createAnalysis(killed.app.db, URL_A, NOON)
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

test('a server that stops gives its work back, and the next one takes it up at once', async () => {
  const engine = openEmbedded(':memory:')
  const website = slowSite()
  const stopping = await server((_, signal) => website.site(signal), engine)
  await createAnalysis(stopping.app.db, URL_A, NOON)
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
  await createAnalysis(killed.app.db, URL_A, NOON)
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
  for (const address of addresses) await createAnalysis(a.app.db, address, NOON)
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
  await createAnalysis(dead.app.db, URL_A, NOON)
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
  await createAnalysis(slow.app.db, URL_A, NOON)
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
  await createAnalysis(working.app.db, URL_A, NOON)
  await working.begin(0)
  await website.isAsked
  const { authorization } = await makeUser(other.app, 'admin')
  await other.app.call(`${ANALYZER_PATH}/analysis/1`, { method: 'DELETE', headers: { authorization } })
  await working.renew(15_000)
  await website.isAbandoned
  await working.app.analyzer.idle()
  expect(await working.read()).toBeUndefined()
})

test('what was gained, lost and moved since the last run is told, whatever failed in between', async () => {
  const { minute, toggle, become, ask } = await office({ keywords: keywordsOf('a', 'b', 'c', 'd') })
  const changes = async (query = '') => (await ask('GET', `/analysis/1/changes${query}`)).json()
  const nothing = { gained: [], lost: [], moved: [] }
  expect(await changes()).toEqual({ since: null, until: NOON.toISOString(), ...nothing })
  await toggle(true)
  become(DOWN)
  await minute(DAY)
  become({ keywords: keywordsOf('A', 'new', 'd') })
  await minute(2 * DAY)
  expect(await changes()).toEqual({
    since: NOON.toISOString(),
    until: at(2 * DAY),
    gained: [{ keyword: 'new', rank: 2, relevanceScore: 9.9 }],
    lost: [
      { keyword: 'b', rank: 2, relevanceScore: 9.9 },
      { keyword: 'c', rank: 3, relevanceScore: 9.8 },
    ],
    moved: [],
  })
  await minute(3 * DAY)
  expect(await changes()).toEqual({ since: at(2 * DAY), until: at(3 * DAY), ...nothing })
  expect(await changes('?since=1')).toMatchObject({ since: NOON.toISOString(), gained: [{ keyword: 'new' }] })
  expect((await ask('GET', '/analysis/1/changes?since=2')).status).toBe(404)
  expect((await ask('GET', '/analysis/1/changes?since=x')).status).toBe(400)
})

/** Keywords with their scores, best first. */
const scored = (scores: Record<string, number>) =>
  Object.entries(scores).map(([keyword, relevanceScore]) => ({
    keyword,
    relevanceScore,
    frequency: 1,
    context: `Text: ${keyword}`,
  }))

test.each([
  [
    'a keyword that matters less, and one that matters more',
    { a: 10, b: 8, c: 6, d: 5, e: 4 },
    { a: 10, c: 6, e: 5.5, d: 5, b: 3 },
    ['b 2→5', 'e 5→3'],
  ],
  [
    'scores that all follow a new best one',
    { a: 10, b: 8, c: 6, d: 5 },
    { x: 10, a: 9, b: 7, c: 5, d: 4 },
    [],
  ],
  [
    'one that falls while the others follow a new best one',
    { a: 10, b: 8, c: 6, d: 5 },
    { x: 10, a: 9, c: 5, d: 4, b: 2 },
    ['b 2→5'],
  ],
  ['a difference that is noise', { a: 10, b: 6.2, c: 6, d: 5 }, { a: 10, c: 6.1, b: 6, d: 5 }, []],
  ['scores without another order', { a: 10, b: 8, c: 6 }, { a: 10, b: 7, c: 6.5 }, []],
  ['ranks that others made', { a: 10, b: 8, c: 6 }, { a: 10, c: 6 }, []],
  ['another number and other capitals', { a: 10, Client: 8, c: 6 }, { a: 10, clients: 8, c: 6 }, []],
  ['other keywords altogether', { a: 10, b: 8 }, { c: 10, d: 8 }, []],
])('moved, of %s', async (_, before, after, moved) => {
  const { minute, toggle, become, ask } = await office({ keywords: scored(before) })
  await toggle(true)
  become({ keywords: scored(after) })
  await minute(DAY)
  const changes: AnalysisChanges = await (await ask('GET', '/analysis/1/changes')).json()
  expect(
    changes.moved.map(({ keyword, previousRank, rank }) => `${keyword} ${previousRank}→${rank}`),
  ).toEqual(moved)
})

/** Has URL_A analyzed again on demand. */
const again = (ask: (method: string, path: string) => Promise<Response>) => ask('POST', '/analysis/1/analyze')

test('analyzed again, a website is pending with what is known of it, and then there is more', async () => {
  const { app, clock, become, ask, read } = await office()
  const website = slowSite()
  become((_, signal) => website.site(signal))
  clock.now = after(HOUR)
  const answer = await again(ask)
  expect(answer.status).toBe(200)
  const known = { id: 1, title: 'Strong passwords', totalKeywords: 2, analyzedAt: NOON.toISOString() }
  expect(await answer.json()).toMatchObject({ ...known, status: 'pending' })
  await website.isAsked
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([{ ...known, status: 'pending' }])
  expect(await (await ask('GET', '/keywords/1')).json()).toHaveLength(2)
  expect(await (await ask('GET', '/stats')).json()).toMatchObject({ totalAnalyses: 1, totalKeywords: 2 })
  const refused = [await again(ask), await ask('POST', '/analyze', { url: URL_A })]
  expect(refused.map(({ status }) => status)).toEqual([409, 409])

  website.answer({ title: 'New title', keywords: keywordsOf('passphrases') })
  await app.analyzer.idle()
  expect(await read()).toMatchObject({ status: 'completed', requestedAt: null, attempts: 0 })
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([
    { id: 1, status: 'completed', title: 'New title', totalKeywords: 1, analyzedAt: at(HOUR) },
  ])
  expect(await (await ask('GET', '/analysis/1/changes')).json()).toMatchObject({
    since: NOON.toISOString(),
    gained: [{ keyword: 'passphrases' }],
  })
})

test('a website that could not be read is tried again in its place', async () => {
  const { app, become, ask } = await office(DOWN)
  become({})
  expect(await (await again(ask)).json()).toMatchObject({ status: 'pending', errorMessage: null })
  await app.analyzer.idle()
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([{ id: 1, status: 'completed' }])
})

test('what an older server on the same database was asked for is done, too', async () => {
  const { app, minute, ask } = await office()
  await app.db.insert(analyses).values({
    url: 'https://other.example/',
    domain: 'other.example',
    status: 'pending',
    autoUpdate: false,
    createdAt: NOON.toISOString(),
  })
  await minute(MINUTE)
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([{ status: 'completed' }, { id: 1 }])
})

test('attempts of a daily update that stopped the server are not those of who asks for it again', async () => {
  const { app, asked, ask, read } = await office()
  await app.db.update(analyses).set({ attempts: 3 })
  await again(ask)
  await app.analyzer.idle()
  expect(asked).toHaveLength(2)
  expect(await read()).toMatchObject({ errorMessage: null, attempts: 0 })
})

test('what fails when analyzed again keeps its keywords and its daily updates, and is no failure of theirs', async () => {
  const { app, clock, become, ask, toggle, minute } = await office()
  await toggle(true)
  become(DOWN)
  await minute(DAY)
  for (const hours of [24.5, 24.75]) {
    clock.now = after(hours * HOUR)
    await again(ask)
    await app.analyzer.idle()
  }
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([
    {
      status: 'completed',
      totalKeywords: 2,
      autoUpdate: true,
      failuresInARow: 1,
      // Not at once: it was just asked for.
      nextUpdateScheduled: at(25.75 * HOUR),
      errorMessage: 'The last analysis failed: The website did not answer.',
    },
  ])
})

test('analyzed again, a website waits behind those that were asked for before', async () => {
  const { app, asked, become, ask, clock } = await office()
  const [slow, other] = [slowSite(), slowSite()]
  become((address, signal) => {
    if (address.includes('slow')) return slow.site(signal)
    return address.includes('other') ? other.site(signal) : {}
  })
  for (const name of ['slow', 'other', 'waiting'])
    await ask('POST', '/analyze', { url: `https://${name}.example/` })
  clock.now = after(1)
  await again(ask)
  slow.answer({})
  other.answer({})
  await app.analyzer.idle()
  expect(asked.slice(-2)).toEqual(['https://waiting.example/', URL_A])
})

test('the last 30 runs are kept, of each website', async () => {
  const { app, minute, toggle, ask } = await office()
  await createAnalysis(app.db, 'https://other.example/', NOON)
  await toggle(true)
  for (let day = 1; day <= RUNS_KEPT + 4; day++) await minute(day * DAY)
  const runs: AnalysisRun[] = await (await ask('GET', '/analysis/1/runs')).json()
  expect([runs.length, runs[0]?.at, runs.at(-1)?.at]).toEqual([RUNS_KEPT, at(34 * DAY), at(5 * DAY)])
  expect(await app.db.$count(analysisRuns)).toBe(RUNS_KEPT + 1)
})
