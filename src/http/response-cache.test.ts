import { expect, test } from 'bun:test'
import { posts } from '#src/db/schema.ts'
import type { SiteBuild } from '#src/site/build.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { type TestApp, testApp } from '#src/testing/test-app.ts'
import { encodeBody } from './encoded-body.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' }
const SCRIPT = '/assets/main.js'

const build: SiteBuild = {
  files: new Map([
    [SCRIPT, encodeBody(new TextEncoder().encode('run()\n'.repeat(500)), 'text/javascript', 5)],
    ['/large.bin', { type: 'x/y', etag: 'large', bytes: { identity: new Uint8Array(600 * 1024) } }],
  ]),
  manifest: { 'web/main.ts': { file: 'assets/main.js' }, 'web/main.tsx': { file: 'assets/main.js' } },
}

/** Whether the response is synchronous. */
const isCached = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.handle(
    new Request(`http://example.test${path}`, { headers: { host: 'example.test', ...headers } }),
    () => '203.0.113.7',
  ) instanceof Response

const ADDRESSES = [
  '/',
  SCRIPT,
  '/blog',
  '/blog/a-post',
  '/sitemap.xml',
  '/feed.xml',
  '/atom.xml',
  '/api/blog/posts/a-post',
  '/healthz',
]

test.each([
  ['GET', 'br'],
  ['GET', 'gzip'],
  ['GET', 'identity'],
  ['GET', 'br;q=0, *'],
  ['HEAD', 'br'],
  ['HEAD', 'identity'],
])('%s with %s gets the same response from the cache as from the route', async (method, encoding) => {
  const apps = [await testApp({ build }), await testApp({ build })] as const
  for (const { db } of apps) {
    await makePublished(db, { slug: 'a-post' })
    await db.update(posts).set({ feedId: 'tag:example.test,2026-03-14:post-1' })
  }
  for (const path of ADDRESSES) {
    const ask = async (app: TestApp, more: Record<string, string> = {}) => {
      const headers = { 'accept-encoding': encoding, ...asFirefox, ...more }
      const response = await app.call(path, { method, headers })
      return {
        path,
        status: response.status,
        headers: [...response.headers].sort(),
        body: await response.text(),
      }
    }
    const [app, other] = apps
    const routed = await ask(app)
    expect(routed.status).toBe(200)
    expect(isCached(app, path, { 'accept-encoding': encoding })).toBe(true)
    expect(await ask(app)).toEqual(routed)

    const etag = new Headers(routed.headers).get('etag') ?? '"none"'
    const revalidated = await ask(other, { 'if-none-match': etag })
    expect(revalidated.status).toBe(etag === '"none"' ? 200 : 304)
    for (let count = 0; count < 2; count++)
      expect(await ask(app, { 'if-none-match': etag })).toEqual(revalidated)
  }
})

test('responses for one host are never sent to another', async () => {
  const app = await testApp({ settings: { trustProxy: ['10.0.0.1'] } })
  const requests = [
    ['203.0.113.7', { host: 'one.test' }, 'http://one.test'],
    ['203.0.113.7', { host: 'two.test' }, 'http://two.test'],
    ['203.0.113.7', { host: 'one.test', 'x-forwarded-host': 'three.test' }, 'http://one.test'],
    ['10.0.0.1', { host: 'one.test', 'x-forwarded-host': 'three.test' }, 'http://three.test'],
    ['10.0.0.1', { host: 'one.test', 'x-forwarded-host': 'four.test' }, 'http://four.test'],
    ['10.0.0.1', { host: 'one.test', 'x-forwarded-proto': 'https' }, 'https://one.test'],
    ['10.0.0.1', { host: 'one.test' }, 'http://one.test'],
  ] as const
  for (let round = 0; round < 3; round++) {
    for (const [from, headers, origin] of requests) {
      const page = await (await app.call('/about', { from, headers })).text()
      expect(/<link rel="canonical" href="([^"]*)"/.exec(page)?.[1]).toBe(`${origin}/about`)
    }
  }
})

test('a URL host that differs from the Host header bypasses the cache', async () => {
  const app = await testApp()
  for (let count = 0; count < 2; count++) await app.call('/about')
  expect(isCached(app, '/about')).toBe(true)
  expect(isCached(app, '/about', { host: 'other.test' })).toBe(false)
})

test('the admin host keeps redirecting, and other hosts never get its pages', async () => {
  const app = await testApp({
    settings: { siteUrl: 'https://example.test', adminHost: 'admin.example.test' },
  })
  for (let round = 0; round < 3; round++) {
    expect((await app.call('/about')).status).toBe(200)
    const there = await app.call('/about', { headers: { host: 'admin.example.test' } })
    expect([there.status, there.headers.get('location')]).toEqual([302, 'https://example.test/about'])
    expect((await app.call('/healthz', { headers: { host: 'admin.example.test' } })).status).toBe(200)
  }
})

test("requests with a query, credentials or a body, or for a large one, aren't served from the cache", async () => {
  const app = await testApp({ build })
  for (const [what, path, headers] of [
    ['with a query', '/about?x=1', {}],
    ['with a fragment', '/about#x', {}],
    ['with credentials', '/about', { authorization: 'Bearer x' }],
    ['for a body too large to send at once', '/large.bin', {}],
    ['with a body', '/about', { 'content-length': '5' }],
  ] as const) {
    for (let count = 0; count < 2; count++) await app.call(path)
    expect([what, isCached(app, path, headers)]).toEqual([what, false])
  }
})

test("one network can't cache more than ten origins", async () => {
  const app = await testApp()
  for (let made = 0; made < 12; made++) await app.call('/about', { headers: { host: `made-${made}.test` } })
  const isKept = (made: number) =>
    app.handle(
      new Request(`http://made-${made}.test/about`, { headers: { host: `made-${made}.test` } }),
      () => '203.0.113.7',
    ) instanceof Response
  expect([isKept(0), isKept(9), isKept(10), isKept(11)]).toEqual([true, true, false, false])
})

test('cached responses count as views, in metrics and in the access log', async () => {
  const app = await testApp({ settings: { accessLog: 'on', metricsToken: 'a-token-of-some-length' } })
  for (let count = 0; count < 5; count++) await app.call('/about', { headers: asFirefox })
  const headers = { authorization: 'Bearer a-token-of-some-length' }
  const figures = await (await app.call('/metrics', { headers })).text()
  expect(figures).toContain('passwright_http_requests_total{method="GET",route="/about",status="200"} 5')
  expect(figures).toContain('passwright_http_requests_in_flight 1')
  const lines = app.lines.filter((line) => line.includes('"path":"/about"'))
  expect(lines.length).toBe(5)
  expect(lines.join()).not.toContain('203.0.113')
})

test('cached requests reveal a proxy, too', async () => {
  const app = await testApp()
  const here = { from: '127.0.0.1', headers: { host: 'localhost:3000' } }
  for (let count = 0; count < 2; count++) await app.call('/about', here)
  expect((await app.call('/metrics', here)).status).toBe(200)
  await app.call('/about', { ...here, headers: { ...here.headers, 'X-Forwarded-For': '198.51.100.1' } })
  expect((await app.call('/metrics', here)).status).toBe(404)
})

test.each([
  [{}, 1],
  [{ 'sec-gpc': '1' }, 0],
  [{ dnt: '1' }, 0],
  [{ 'sec-purpose': 'prefetch' }, 0],
  [{ 'sec-fetch-dest': 'empty' }, 0],
])(
  "a cached page requested with %p looks the visitor's address up only to tell visitors apart",
  async (more, lookups) => {
    const app = await testApp({ build })
    await app.call('/')
    let looked = 0
    const headers = { host: 'example.test', ...asFirefox, ...more }
    const response = app.handle(new Request('http://example.test/', { headers }), () => {
      looked += 1
      return '203.0.113.7'
    })
    expect([response instanceof Response, looked]).toEqual([true, lookups])
  },
)
