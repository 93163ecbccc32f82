import { expect, setSystemTime, test } from 'bun:test'
import * as z from 'zod/mini'
import { UNKNOWN_PAGE } from '#domain/statistics.ts'
import type { Engine } from '#src/db/engine.ts'
import { freezeDate } from '#src/testing/freeze-date.ts'
import { readToday } from '#src/testing/read-today.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { readDays, readDetails } from './store.ts'

freezeDate()

const TODAY = '2026-03-14'
const DAYS = { first: TODAY, last: TODAY }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'
const asFirefox = { 'user-agent': FIREFOX }

/** Returns the database once buffered views are written. */
async function written({ db, counter }: TestApp) {
  await counter.flush()
  return db
}

async function figures(app: TestApp) {
  const [day] = await readDays(await written(app), DAYS)
  return day
}

test('counts single and multiple generations', async () => {
  const app = await testApp()
  const answer = await app.call('/api/track/password-generated', { json: { type: 'single' } })
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  for (let sent = 0; sent < 10; sent++) {
    await app.call('/api/track/password-generated', { json: { type: 'multiple' } })
  }
  expect((await readToday(await written(app), TODAY)).passwordsGenerated).toBe(11)
})

test('counts checked passwords by strength, and stores nothing else about them', async () => {
  const app = await testApp()
  for (const strength of [0, 9.99, 16.67, 89.9, 90, 100]) {
    const answer = await app.call('/api/track/password-checked', { json: { strength, password: 'hunter2' } })
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  }
  expect((await readToday(await written(app), TODAY)).passwordsChecked).toBe(6)
  const { password_checked } = await readDetails(app.db, DAYS)
  expect(Object.fromEntries(password_checked)).toEqual({ 0: 2, 10: 1, 80: 1, 90: 2 })
  expect(new TextDecoder().decode(await dump(app.engine))).not.toContain('hunter2')
})

test('counts positive and negative feedback', async () => {
  const app = await testApp()
  for (const helpful of [true, true, false]) {
    const answer = await app.call('/api/track/feedback', { json: { helpful } })
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  }
  expect(await figures(app)).toMatchObject({ helpful: 2, unhelpful: 1 })
})

test('rejects an invalid event with a clear message and counts nothing', async () => {
  const app = await testApp()
  for (const [event, json, message] of [
    ['password-generated', {}, 'The type must be single or multiple'],
    ['password-generated', { type: 'double' }, 'The type must be single or multiple'],
    ['password-generated', { type: ['single'] }, 'The type must be single or multiple'],
    ['password-generated', [], 'The request must be a JSON object'],
    ['password-generated', null, 'The request must be a JSON object'],
    ['password-checked', {}, 'The strength must be a number from 0 to 100'],
    ['password-checked', { strength: '50' }, 'The strength must be a number from 0 to 100'],
    ['password-checked', { strength: -0.01 }, 'The strength must be a number from 0 to 100'],
    ['password-checked', { strength: 100.02 }, 'The strength must be a number from 0 to 100'],
    ['password-checked', { strength: null }, 'The strength must be a number from 0 to 100'],
    ['feedback', { helpful: 'yes' }, 'Helpful must be true or false'],
    ['page-view', {}, UNKNOWN_PAGE],
    ['page-view', { path: 7 }, UNKNOWN_PAGE],
    ['page-view', { path: '/no-such-page' }, UNKNOWN_PAGE],
    ['page-view', { path: '/password-checker/' }, UNKNOWN_PAGE],
    ['page-view', { path: '/?utm_source=x' }, UNKNOWN_PAGE],
    ['page-view', { path: '/admin/login' }, UNKNOWN_PAGE],
    ['page-view', { path: '' }, UNKNOWN_PAGE],
  ] as const) {
    const answer = await app.call(`/api/track/${event}`, { json, headers: asFirefox })
    expect([json, answer.status]).toEqual([json, 400])
    expect(await answer.json()).toMatchObject({ code: 'invalid', message })
    expect(await rows(app.engine, 'daily_counts')).toEqual([])
  }
})

test('rejects a body that is not JSON and counts nothing', async () => {
  const app = await testApp()
  for (const body of ['', '{"type":', 'type=single'] as const) {
    const answer = await app.call('/api/track/password-generated', {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([body, answer.status]).toEqual([body, 400])
    expect(await rows(app.engine, 'daily_counts')).toEqual([])
  }
})

test('rejects a strength that overflows to infinity', async () => {
  const { call } = await testApp()
  const answer = await call('/api/track/password-checked', {
    body: '{"strength":1e999}',
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(400)
})

test('a document load counts as a page view, even if it was cached', async () => {
  const app = await testApp()
  const first = await app.call('/', { headers: asFirefox })
  const again = await app.call('/', {
    headers: { ...asFirefox, 'if-none-match': first.headers.get('etag') ?? '' },
  })
  expect([first.status, again.status]).toEqual([200, 304])
  await app.call('/password-checker?from=elsewhere', { headers: asFirefox })
  const { page_view } = await readDetails(await written(app), DAYS)
  expect(Object.fromEntries(page_view)).toEqual({ '/': 2, '/password-checker': 1 })
})

test("a document's referring host and campaign are counted, unless the browser asks not to be tracked", async () => {
  const app = await testApp()
  const visit = (path: string, headers: Record<string, string>) =>
    app.call(path, { headers: { ...asFirefox, ...headers } })
  for (let count = 0; count < 2; count++)
    await visit('/', { referer: 'https://blog.example.org/ada?token=1' })
  await visit('/?utm_source=perplexity.ai&utm_campaign=Spring', {})
  await visit('/', { referer: 'https://example.org/', 'sec-gpc': '1' })
  await visit('/', { referer: 'https://example.org/', 'user-agent': 'GPTBot/1.2' })
  await app.call('/api/track/page-view', {
    json: { path: '/faq' },
    headers: { ...asFirefox, referer: 'https://example.org/' },
  })
  const { source, campaign, bot, page_view } = await readDetails(await written(app), DAYS)
  expect(Object.fromEntries(source)).toEqual({ 'site blog.example.org': 2, 'ai Perplexity': 1 })
  expect(Object.fromEntries(campaign)).toEqual({ spring: 1 })
  expect(Object.fromEntries(bot)).toEqual({ ai_crawler: 1 })
  expect(Object.fromEntries(page_view)).toEqual({ '/': 4, '/faq': 1 })
  expect(app.counter.activeVisitors()).toBeGreaterThan(0)
})

test('invented hosts and campaigns become "other" beyond a limit', async () => {
  const app = await testApp()
  for (let made = 0; made < 400; made++)
    await app.call(`/?utm_campaign=c${made}`, {
      headers: { ...asFirefox, referer: `https://h${made}.example/` },
    })
  const { source, campaign } = await readDetails(await written(app), DAYS)
  expect([source.size, source.get('site other')]).toEqual([301, 100])
  expect([campaign.size, campaign.get('other')]).toEqual([51, 350])
})

test('real hosts and campaigns appear after a thousand invented ones, and the sums stay right', async () => {
  const app = await testApp({ settings: { trustProxy: ['10.0.0.0/8'] } })
  const visit = (name: string, network: number) =>
    app.call(`/?utm_campaign=${name}`, {
      from: '10.0.0.1',
      headers: { ...asFirefox, referer: `https://${name}.example/`, 'x-forwarded-for': `192.0.${network}.7` },
    })
  for (let made = 0; made < 1_000; made++) await visit(`made${made}`, 1)
  for (let network = 2; network < 22; network++) await visit('real', network)
  const { source, campaign, page_view } = await readDetails(await written(app), DAYS)
  expect(source.get('site real.example')).toBeGreaterThanOrEqual(10)
  expect(campaign.get('real')).toBeGreaterThanOrEqual(10)
  expect([source.size, campaign.size]).toEqual([301, 51])
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count)
  expect([sum(source), sum(campaign), sum(page_view)]).toEqual([1_020, 1_020, 1_020])
})

test('in-app navigation counts as a page view', async () => {
  const app = await testApp()
  const answer = await app.call('/api/track/page-view', { json: { path: '/' }, headers: asFirefox })
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  expect(await figures(app)).toMatchObject({ pageViews: 1, uniqueVisitors: 1 })
})

test("missing pages, HEAD, files, health checks and wrong methods don't count as views", async () => {
  const app = await testApp({
    build: {
      files: new Map([
        [
          '/assets/main.js',
          { type: 'text/javascript', etag: 'x', bytes: { identity: new Uint8Array([59]) } },
        ],
      ]),
      manifest: {},
    },
  })
  await app.call('/no-such-page', { headers: asFirefox })
  await app.call('/', { method: 'HEAD', headers: asFirefox })
  await app.call('/', { method: 'PUT', headers: asFirefox })
  await app.call('/assets/main.js', { headers: asFirefox })
  await app.call('/healthz', { headers: asFirefox })
  await app.counter.flush()
  expect(await rows(app.engine, 'daily_counts')).toEqual([])
})

test('distinguishes visitors by address and browser, and counts each once a day', async () => {
  const app = await testApp()
  const visits = [
    { from: '203.0.113.7', agent: FIREFOX },
    { from: '203.0.113.7', agent: FIREFOX },
    { from: '203.0.113.7', agent: SAFARI },
    { from: '203.0.113.8', agent: FIREFOX },
    { from: '::ffff:203.0.113.8', agent: FIREFOX },
  ]
  for (const { from, agent } of visits) await app.call('/', { from, headers: { 'user-agent': agent } })
  expect(await readToday(await written(app), TODAY)).toEqual({
    pageViews: 5,
    uniqueVisitors: 3,
    passwordsGenerated: 0,
    passwordsChecked: 0,
  })
})

test('stores neither address nor browser', async () => {
  const app = await testApp()
  await app.call('/', { from: '198.51.100.77', headers: asFirefox })
  expect((await readToday(await written(app), TODAY)).uniqueVisitors).toBe(1)
  const text = new TextDecoder('latin1').decode(await dump(app.engine))
  for (const trace of ['198.51.100.77', 'Firefox', 'Gecko']) expect(text).not.toContain(trace)
})

test.each(['sec-gpc', 'dnt'])('with %s: 1, the view is counted but not the visitor', async (wish) => {
  const app = await testApp()
  const headers = { ...asFirefox, [wish]: '1' }
  await app.call('/', { headers })
  await app.call('/api/track/page-view', { json: { path: '/' }, headers })
  expect(await figures(app)).toMatchObject({ pageViews: 2, uniqueVisitors: 0 })
  expect(await rows(app.engine, 'visitors')).toEqual([])
})

test("DNT: 0 doesn't disable visitor counting", async () => {
  const app = await testApp()
  await app.call('/', { headers: { ...asFirefox, dnt: '0' } })
  expect((await readToday(await written(app), TODAY)).uniqueVisitors).toBe(1)
})

test.each([
  [{ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
  [{ 'user-agent': '' }],
  [{ ...asFirefox, 'sec-purpose': 'prefetch;prerender' }],
])('a request with %j counts as a bot, not as a view', async (headers) => {
  const app = await testApp()
  const page = await app.call('/', { headers })
  expect(page.status).toBe(200)
  await app.call('/api/track/page-view', { json: { path: '/' }, headers })
  expect(await figures(app)).toMatchObject({ pageViews: 0, uniqueVisitors: 0, bots: 2 })
})

test("a signed-in administrator's actions don't count", async () => {
  const app = await testApp()
  const admin = { username: 'admin', email: 'admin@example.test', password: 'correct horse' }
  const here = { from: '127.0.0.1', headers: { host: 'localhost:3000' } }
  expect((await app.call('/api/admin/setup', { json: admin, ...here })).status).toBe(201)
  const { token } = z
    .object({ token: z.string() })
    .parse(await (await app.call('/api/admin/login', { json: admin })).json())

  const doEverything = async (authorization: string) => {
    const headers = { ...asFirefox, authorization }
    await app.call('/', { headers })
    await app.call('/api/track/page-view', { json: { path: '/' }, headers })
    const answer = await app.call('/api/track/feedback', { json: { helpful: true }, headers })
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  }
  await doEverything(`Bearer ${token}`)
  await app.counter.flush()
  expect(await rows(app.engine, 'daily_counts')).toEqual([])
  await doEverything('Bearer made-up')
  expect(await figures(app)).toMatchObject({ pageViews: 2, uniqueVisitors: 1, helpful: 1 })
})

test('accepts 600 events a minute per address, then responds 429', async () => {
  const app = await testApp()
  const send = (from: string) => app.call('/api/track/password-generated', { json: { type: 'single' }, from })
  const passed = await Promise.all(Array.from({ length: 600 }, () => send('203.0.113.7')))
  expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([200]))

  const refused = await send('203.0.113.7')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await refused.json()).toEqual({
    code: 'rate_limited',
    message: 'Too many attempts. Please try again in 60 seconds.',
  })
  expect((await send('203.0.113.8')).status).toBe(200)
  expect((await readToday(await written(app), TODAY)).passwordsGenerated).toBe(601)

  setSystemTime(new Date(NOON.getTime() + 60_001))
  expect((await send('203.0.113.7')).status).toBe(200)
  setSystemTime(NOON)
})

test('all events share one limit, rejected ones included', async () => {
  const app = await testApp()
  const bodies = { 'password-generated': { type: 'x' }, 'password-checked': {}, feedback: { helpful: true } }
  for (let sent = 0; sent < 200; sent++) {
    for (const [event, json] of Object.entries(bodies)) await app.call(`/api/track/${event}`, { json })
  }
  const next = await app.call('/api/track/page-view', { json: { path: '/' }, headers: asFirefox })
  expect(next.status).toBe(429)
})

test("invented user agents from one network don't fill the disk; their views still count", async () => {
  const app = await testApp()
  const visit = (agent: string, from: string) => app.call('/', { from, headers: { 'user-agent': agent } })
  for (let made = 0; made < 1_050; made++) await visit(`${FIREFOX} x${made}`, `2001:db8:1:2::${made % 7}`)
  await visit(FIREFOX, '203.0.113.9')
  expect(await figures(app)).toMatchObject({ pageViews: 1_051, uniqueVisitors: 1_001 })
})

test("repeat visits don't count against the network's limit of new visitors", async () => {
  const app = await testApp()
  for (let seen = 0; seen < 1_100; seen++) await app.call('/', { headers: asFirefox })
  await app.call('/', { headers: { 'user-agent': SAFARI } })
  expect(await figures(app)).toMatchObject({ pageViews: 1_101, uniqueVisitors: 2 })
})

test('1,000 events in one turn of the event loop share a transaction, and all are counted', async () => {
  let transactions = 0
  const app = await testApp({
    wrap: (engine) => ({
      ...engine,
      batch: (statements) => {
        transactions += 1
        return engine.batch(statements)
      },
    }),
  })
  await app.counter.count('feedback_helpful')
  transactions = 0
  await Promise.all(Array.from({ length: 1_000 }, () => app.counter.count('password_generated', 'single')))
  expect(transactions).toBe(1)
  expect((await readToday(await written(app), TODAY)).passwordsGenerated).toBe(1_000)
})

test('on a full disk, pages are served, events get 503, and the log has one line', async () => {
  let isFull = false
  const clock = { now: NOON }
  const app = await testApp({
    clock,
    expectsErrors: true,
    wrap: (engine) => ({
      ...engine,
      batch: (statements) =>
        isFull ? Promise.reject(new Error('database or disk is full')) : engine.batch(statements),
    }),
  })
  isFull = true
  for (let seen = 0; seen < 3; seen++) expect((await app.call('/', { headers: asFirefox })).status).toBe(200)
  await app.counter.flush()
  const refused = await app.call('/api/track/feedback', { json: { helpful: true } })
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({
    code: 'unavailable',
    message: 'This could not be counted. Please try again later.',
  })
  expect(app.lines.filter((line) => line.includes('failed to count an event')).length).toBe(1)
  expect(app.lines.length).toBe(1)

  isFull = false
  expect((await app.call('/api/track/feedback', { json: { helpful: true } })).status).toBe(200)
  await app.call('/', { headers: asFirefox })
  expect(await figures(app)).toMatchObject({ pageViews: 1, uniqueVisitors: 1, helpful: 1 })
})

const rows = (engine: Engine, table: string) => engine.run({ sql: `SELECT * FROM ${table}`, params: [] })

/** All values of all tables, concatenated. */
async function dump(engine: Engine): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = []
  for (const table of ['daily_counts', 'visitors', 'visitor_salts', 'migrations']) {
    for (const value of (await rows(engine, table)).flat()) {
      parts.push(value instanceof Uint8Array ? new Uint8Array(value) : `${value}\n`)
    }
  }
  return new Blob(parts).bytes()
}
