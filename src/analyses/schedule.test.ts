import { expect, test } from 'bun:test'
import type { AnalysisRun } from '#domain/analyses.ts'
import { analyses, analysisRuns } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { after, at, DAY, DOWN, HOUR, MINUTE, signedInApp, URL_A } from '#src/testing/analysis-app.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { keywordsOf, slowSite } from '#src/testing/fake-web.ts'
import { NOON } from '#src/testing/test-app.ts'
import { createAnalysis } from './store.ts'

test('runs a daily update a day after it was turned on and a day after each run', async () => {
  const { app, requests, minute, read, toggle, become } = await signedInApp()
  const enabled = await toggle(true)
  expect(enabled.status).toBe(200)
  expect(await enabled.json()).toMatchObject({ id: 1, autoUpdate: true, nextUpdateScheduled: at(DAY) })
  become({ title: 'New title', keywords: keywordsOf('passphrases') })

  await minute(DAY - 1)
  expect(requests).toHaveLength(1)
  await minute(DAY)
  expect(requests).toHaveLength(2)
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
  expect(requests).toHaveLength(2)
  await minute(2 * DAY)
  expect(requests).toHaveLength(3)
  expect(await app.db.$count(analysisRuns)).toBe(3)
})

test('runs an update only once after missing a week', async () => {
  const { requests, minute, read, toggle } = await signedInApp()
  await toggle(true)
  await minute(7 * DAY + HOUR)
  await minute(7 * DAY + HOUR + MINUTE)
  expect(requests).toHaveLength(2)
  expect(await read()).toMatchObject({ nextUpdateScheduled: at(8 * DAY + HOUR) })
})

test('updates nothing unless turned on', async () => {
  const { requests, minute, read, toggle } = await signedInApp()
  await minute(3 * DAY)
  await toggle(true)
  const off = await toggle(false)
  expect(await off.json()).toMatchObject({ autoUpdate: false, nextUpdateScheduled: null })
  await minute(9 * DAY)
  expect(requests).toHaveLength(1)
  expect(await read()).toMatchObject({ status: 'completed', analyzedAt: NOON.toISOString() })
})

test('rejects an invalid setting and changes nothing', async () => {
  const { ask, read } = await signedInApp()
  for (const [json] of [[{}], [{ autoUpdate: 'yes' }], [{ autoUpdate: 1 }], [null]] as const) {
    expect([json, (await ask('PATCH', '/analysis/1/auto-update', json)).status]).toEqual([json, 400])
    expect(await read()).toMatchObject({ autoUpdate: false })
  }
})

test('daily updates can be turned on for completed analyses only', async () => {
  const { ask, toggle, become } = await signedInApp()
  const website = slowSite()
  become((_, signal) => website.site(signal))
  await ask('POST', '/analyze', { url: URL_A })
  const pending = await ask('PATCH', '/analysis/2/auto-update', { autoUpdate: false })
  expect(pending.status).toBe(409)
  expect((await toggle(true)).status).toBe(200)
  website.answer({})
})

test('keeps the keywords after a failure, and retries after an hour, then daily', async () => {
  const { requests, minute, read, toggle, become, ask } = await signedInApp()
  await toggle(true)
  become(DOWN)
  await minute(DAY)
  expect(await read()).toMatchObject({
    status: 'completed',
    title: 'Strong passwords',
    totalKeywords: 2,
    analyzedAt: NOON.toISOString(),
    errorMessage: 'The last daily update failed: The website did not respond.',
    failuresInARow: 1,
    nextUpdateScheduled: at(DAY + HOUR),
  })
  expect(await (await ask('GET', '/keywords/1')).json()).toHaveLength(2)

  await minute(DAY + HOUR - 1)
  expect(requests).toHaveLength(2)
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

test('the seventh failure in a row turns updates off, and turning them on resets the count', async () => {
  const { app, requests, minute, read, toggle, become } = await signedInApp()
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
      'The daily update was turned off after 7 failures in a row. The last one: The website did not respond.',
  })
  const isScheduled = ({ source }: { source: string }) => source === 'schedule'
  expect((await auditLog(app.db)).filter(isScheduled)).toMatchObject([
    { actor: 'daily schedule', action: 'auto_update_disabled', subject: 'example.com', detail: URL_A },
  ])
  await minute(60 * DAY)
  expect(requests).toHaveLength(8)

  expect(await (await toggle(true)).json()).toMatchObject({
    errorMessage: null,
    failuresInARow: 0,
    autoUpdate: true,
  })
})

test.each([
  ['stores its result', {}, { title: 'Strong passwords', errorMessage: null, analyzedAt: at(DAY) }],
  [
    'stores its error',
    DOWN,
    { analyzedAt: NOON.toISOString(), errorMessage: expect.stringContaining('failed') },
  ],
])('an update turned off while it runs %s and stays off', async (_, site, expected) => {
  const { app, begin, minute, requests, read, toggle, become } = await signedInApp()
  await toggle(true)
  const website = slowSite()
  become((_, signal) => website.site(signal))
  await begin(DAY)
  await website.requested
  expect((await toggle(false)).status).toBe(200)
  website.answer(site)
  await app.analyzer.idle()
  expect(await read()).toMatchObject({ autoUpdate: false, nextUpdateScheduled: null, ...expected })
  await minute(9 * DAY)
  expect(requests).toHaveLength(2)
})

test('deleting an analysis cancels its update', async () => {
  const { app, begin, read, toggle, become, ask } = await signedInApp()
  await toggle(true)
  const website = slowSite()
  become((_, signal) => website.site(signal))
  await begin(DAY)
  await website.requested
  await ask('DELETE', '/analysis/1')
  await website.disconnected
  await app.analyzer.idle()
  expect([await read(), await app.db.$count(analysisRuns)]).toEqual([undefined, 0])
})

test('runs requested analyses before due updates', async () => {
  const { requests, app, minute, toggle } = await signedInApp()
  await toggle(true)
  await createAnalysis(app.db, actor, 'https://new.example/', after(2 * DAY))
  await minute(2 * DAY)
  expect(requests).toEqual([URL_A, 'https://new.example/', URL_A])
})

const analyzeAgain = (ask: (method: string, path: string) => Promise<Response>) =>
  ask('POST', '/analysis/1/analyze')

test('keeps the old results of a pending analysis until the new ones arrive', async () => {
  const { app, clock, become, ask, read } = await signedInApp()
  const website = slowSite()
  become((_, signal) => website.site(signal))
  clock.now = after(HOUR)
  const response = await analyzeAgain(ask)
  expect(response.status).toBe(200)
  const known = { id: 1, title: 'Strong passwords', totalKeywords: 2, analyzedAt: NOON.toISOString() }
  expect(await response.json()).toMatchObject({ ...known, status: 'pending' })
  await website.requested
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([{ ...known, status: 'pending' }])
  expect(await (await ask('GET', '/keywords/1')).json()).toHaveLength(2)
  expect(await (await ask('GET', '/stats')).json()).toMatchObject({ totalAnalyses: 1, totalKeywords: 2 })
  const rejected = [await analyzeAgain(ask), await ask('POST', '/analyze', { url: URL_A })]
  expect(rejected.map(({ status }) => status)).toEqual([409, 409])

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

test('analyzes a failed website again under the same id', async () => {
  const { app, become, ask } = await signedInApp(DOWN)
  become({})
  expect(await (await analyzeAgain(ask)).json()).toMatchObject({ status: 'pending', errorMessage: null })
  await app.analyzer.idle()
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([{ id: 1, status: 'completed' }])
})

test('runs analyses requested by an instance of an older release on the same database', async () => {
  const { app, minute, ask } = await signedInApp()
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

test('a new request resets the attempts of a daily update that crashed the server', async () => {
  const { app, requests, ask, read } = await signedInApp()
  await app.db.update(analyses).set({ attempts: 3 })
  await analyzeAgain(ask)
  await app.analyzer.idle()
  expect(requests).toHaveLength(2)
  expect(await read()).toMatchObject({ errorMessage: null, attempts: 0 })
})

test("a failed repeat keeps keywords and daily updates and isn't counted as a failed update", async () => {
  const { app, clock, become, ask, toggle, minute } = await signedInApp()
  await toggle(true)
  become(DOWN)
  await minute(DAY)
  for (const hours of [24.5, 24.75]) {
    clock.now = after(hours * HOUR)
    await analyzeAgain(ask)
    await app.analyzer.idle()
  }
  expect(await (await ask('GET', '/analyses')).json()).toMatchObject([
    {
      status: 'completed',
      totalKeywords: 2,
      autoUpdate: true,
      failuresInARow: 1,
      // Not due: just requested.
      nextUpdateScheduled: at(25.75 * HOUR),
      errorMessage: 'The last analysis failed: The website did not respond.',
    },
  ])
})

test('queues a repeated analysis behind earlier requests', async () => {
  const { app, requests, become, ask, clock } = await signedInApp()
  const [slow, other] = [slowSite(), slowSite()]
  become((address, signal) => {
    if (address.includes('slow')) return slow.site(signal)
    return address.includes('other') ? other.site(signal) : {}
  })
  for (const name of ['slow', 'other', 'waiting'])
    await ask('POST', '/analyze', { url: `https://${name}.example/` })
  clock.now = after(1)
  await analyzeAgain(ask)
  slow.answer({})
  other.answer({})
  await app.analyzer.idle()
  expect(requests.slice(-2)).toEqual(['https://waiting.example/', URL_A])
})
