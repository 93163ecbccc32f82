import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { findProgram } from '#src/testing/daemon.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { until } from '#src/testing/time-limits.ts'
import { VERSION } from '#src/version.ts'

const TOKEN = 'a-token-for-prometheus'
const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const LOCAL = { from: '127.0.0.1', headers: { host: 'localhost:3000' } }

async function readMetrics({ call }: TestApp): Promise<Record<string, number>> {
  const response = await call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

test('requests are counted by route, method and status, never by path', async () => {
  const app = await testApp({ settings: { metricsToken: TOKEN } })
  await app.call('/', { headers: asFirefox })
  for (const path of ['/nowhere/one', '/nowhere/two', '/blog/no-such-post', '/blog/nor-this'])
    await app.call(path)
  for (const method of ['TRACE', 'PROPFIND', 'LOCK']) await app.call(`/nowhere/${method}`, { method })
  await app.call('/api/track/feedback', { json: { helpful: true } })
  await app.call('/api/track/feedback', { json: 'nonsense' })
  await app.call('/api/admin/users')
  await app.counter.flush()
  const told = await readMetrics(app)
  expect(told).toMatchObject({
    'passwright_http_requests_total{method="GET",route="/",status="200"}': 1,
    'passwright_http_requests_total{method="GET",route="/blog/:slug",status="404"}': 2,
    'passwright_http_requests_total{method="GET",route="none",status="404"}': 2,
    'passwright_http_requests_total{method="other",route="none",status="404"}': 3,
    'passwright_http_requests_total{method="POST",route="/api/track/feedback",status="200"}': 1,
    'passwright_http_requests_total{method="POST",route="/api/track/feedback",status="400"}': 1,
    'passwright_http_requests_total{method="GET",route="/api/admin/users",status="401"}': 1,
    'passwright_http_request_duration_seconds_count{method="GET",route="/"}': 1,
    passwright_http_requests_in_flight: 1,
    'passwright_counted_events_total{outcome="done"}': 3,
  })
  expect(Object.keys(told).join()).not.toMatch(/nowhere|such-post|PROPFIND/)
})

const promtool = findProgram('promtool')

test.skipIf(promtool === null)('promtool accepts the metrics', async () => {
  const text = await allMetrics()
  expect(await check('metrics', text)).toEqual([0, ''])
  const [status, problems] = await check('metrics', text.replaceAll('_notices_total', '_notices_counter'))
  expect(status).toBe(3)
  expect(problems).toStartWith('passwright_notices_counter ')
})

test.skipIf(promtool === null)('promtool accepts the documented alerts', async () => {
  const rules = await documentedAlerts()
  expect(await check('rules', rules)).toEqual([0, ''])
  expect(await check('rules', rules.replace('sum(rate(', 'sum(rat('))).not.toEqual([0, ''])
})

test('the documented alerts and dashboard use metrics that exist', async () => {
  const known = await allMetrics()
  const dashboard = await Bun.file(`${DOCS}/grafana.json`).json()
  const expressions = JSON.stringify(dashboard.panels) + (await documentedAlerts())
  const used = new Set(expressions.match(/\b(?:passwright|process|nodejs)_\w+/g))
  expect(used.size).toBeGreaterThan(8)
  const missing = [...used].filter(
    (name) => !known.includes(`\n# TYPE ${name.replace(/_(?:bucket|sum|count)$/, '')} `),
  )
  expect(missing).toEqual([])
})

const DOCS = join(import.meta.dir, '../../docs')

async function documentedAlerts() {
  const operating = await Bun.file(`${DOCS}/operating.md`).text()
  return /```yaml\n(groups:\n[^`]+)```/.exec(operating)?.[1] ?? ''
}

async function allMetrics() {
  const { call, metrics } = await testApp({ settings: { metricsToken: TOKEN } })
  metrics.noticeSent('email', true)
  metrics.jobEnded('backup', true, NOON)
  await call('/', { headers: asFirefox })
  const scrape = async () =>
    (await call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  // The event loop's delays are measured from the first scrape on.
  await scrape()
  return until('delays were measured', async () => {
    const text = await scrape()
    return text.includes('_lag_max_') && text
  })
}

/** The exit status and problems of `promtool check`. */
async function check(kind: 'metrics' | 'rules', text: string) {
  const file = kind === 'rules' ? ['/dev/stdin'] : []
  const child = Bun.spawn([promtool ?? '', 'check', kind, ...file], {
    stdin: new Blob([text]),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const problems = await new Response(child.stderr).text()
  return [await child.exited, problems]
}

test('metrics include the page views lost because too many were waiting', async () => {
  const app = await testApp({ settings: { metricsToken: TOKEN } })
  const view = { peer: null, forwardedFor: null, agent: 'Mozilla/5.0 (X11; rv:142.0) Firefox/142.0' }
  for (let made = 0; made < 10_002; made++) app.counter.bufferView({ ...view, path: `/${made}` })
  expect(await readMetrics(app)).toMatchObject({
    'passwright_counted_events_total{outcome="failed"}': 2,
    'passwright_event_commits_total{outcome="failed"}': 0,
  })
  await app.counter.flush()
})

test('metrics include the database size and queues', async () => {
  const told = await readMetrics(await testApp({ settings: { metricsToken: TOKEN } }))
  expect(told.passwright_database_bytes).toBeGreaterThan(50_000)
  expect(told.passwright_passwords_queued).toBe(0)
  expect(told.passwright_analyses_pending).toBe(0)
})

test.each([
  ['from elsewhere', { from: '203.0.113.7', headers: LOCAL.headers }],
  ['at another name', { from: '127.0.0.1', headers: { host: 'example.test' } }],
  ['at another port', { from: '127.0.0.1', headers: { host: 'localhost:8080' } }],
  ['through a proxy', { from: '127.0.0.1', headers: { ...LOCAL.headers, 'x-client-ip': '127.0.0.1' } }],
  ['through nginx', { from: '127.0.0.1', headers: { ...LOCAL.headers, connection: 'close' } }],
  ['with a wrong token', { from: '203.0.113.7', headers: { authorization: `Bearer ${TOKEN}x` } }],
  ['with no token', { from: '203.0.113.7', headers: { authorization: 'Bearer ' } }],
  ['with the token in the address', { from: '203.0.113.7', path: `/metrics?token=${TOKEN}` }],
])('a request %s gets no metrics', async (_, { path = '/metrics', ...about }: RequestOptions) => {
  for (const metricsToken of [undefined, TOKEN]) {
    const { call } = await testApp({ settings: { metricsToken } })
    const response = await call(path, about)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('404 Page Not Found')
  }
})

test('this machine can read metrics until a request reveals a proxy', async () => {
  const clock = { now: NOON }
  const { call } = await testApp({ clock })
  clock.now = new Date(NOON.getTime() + 24 * 60 * 60_000)
  expect((await call('/metrics', LOCAL)).status).toBe(200)
  await call('/', { from: '127.0.0.1', headers: { host: 'example.com' } })
  expect((await call('/metrics', LOCAL)).status).toBe(404)
})

type RequestOptions = { from: string; headers?: Record<string, string>; path?: string }

test('behind a proxy, a loopback address gets no metrics without the token', async () => {
  for (const settings of [{ trustProxy: ['127.0.0.1'] }, { siteUrl: 'https://example.com' }]) {
    const { call } = await testApp({ settings: { ...settings, metricsToken: TOKEN } })
    expect((await call('/metrics', LOCAL)).status).toBe(404)
    const headers = { host: 'example.com', authorization: `Bearer ${TOKEN}` }
    expect((await call('/metrics', { from: '127.0.0.1', headers })).status).toBe(200)
  }
})

test('the status shows version, database size and no backup yet', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  const response = await app.call('/api/admin/status', { headers: { authorization } })
  expect(await response.json()).toEqual({
    version: VERSION,
    databaseBytes: expect.any(Number),
    makesBackups: false,
    lastBackup: null,
  })
})
