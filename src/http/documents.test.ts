import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { posts } from '#src/db/schema.ts'
import { RENDER_TIMEOUT_MS } from '#src/site/render.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { testApp } from '#src/testing/test-app.ts'
import { testCall } from '#src/testing/test-call.ts'
import { createBodyCache, createDocuments, createEncoder } from './documents.ts'
import { encodeBytes, improveBody, type TextContent } from './encoded-body.ts'
import { createOrigins } from './origins.ts'

const text = (words: number) => Array.from({ length: words }, (_, word) => (word * word) % 977).join(' ')
const content = { text: text(2_000), type: 'text/plain' }

test('renders and compresses two texts at once, queues fifty and refuses the next', async () => {
  const encoder = createEncoder()
  const gate = Promise.withResolvers<void>()
  let atOnce = 0
  let most = 0
  const render = async () => {
    most = Math.max(most, ++atOnce)
    await gate.promise
    atOnce -= 1
    return content
  }
  const accepted = Array.from({ length: 52 }, (_, network) => encoder.encode(`10.0.${network}.1`, render))
  expect(encoder.encode('192.0.2.1', render)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The server is busy. Please try again in 5 seconds.',
    headers: { 'retry-after': '5' },
  })
  gate.resolve()
  expect((await Promise.all(accepted)).length).toBe(52)
  expect(most).toBe(2)
  expect(await encoder.encode('192.0.2.1', render)).toMatchObject({ type: 'text/plain' })
})

test("one network and one wide network can't take all slots", async () => {
  const encoder = createEncoder()
  const gate = Promise.withResolvers<void>()
  const encode = (address: string) => encoder.encode(address, () => gate.promise.then(() => content))
  const accepted: Promise<unknown>[] = []
  const take = (address: string, places: number) => {
    for (let place = 0; place < places; place++) accepted.push(encode(address))
  }
  const refused = { code: 'unavailable' }
  take('203.0.113.1', 13)
  expect(encode('203.0.113.1')).rejects.toMatchObject(refused)
  take('203.0.113.2', 13)
  expect(encode('203.0.113.3')).rejects.toMatchObject(refused)
  take('198.51.100.1', 13)
  gate.resolve()
  expect(await Promise.all(accepted)).toHaveLength(39)
  expect(await encode('203.0.113.1')).toMatchObject({ type: 'text/plain' })
})

test('a failed rendering releases its slot', async () => {
  const encoder = createEncoder()
  for (let tried = 0; tried < 5; tried++)
    expect(encoder.encode('192.0.2.1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect((await encoder.encode('192.0.2.1', async () => content)).type).toBe('text/plain')
})

test('better compression is smaller and decompresses to the same text', async () => {
  const body = await encodeBytes(new TextEncoder().encode(content.text), content.type)
  const cheap = body.bytes.br?.byteLength ?? 0
  await improveBody(body)
  const best = body.bytes.br?.byteLength ?? 0
  expect(best).toBeLessThan(cheap)
  expect(best).toBeGreaterThan(0)
})

test('the third request for a body improves its compression, once', async () => {
  const improved: unknown[] = []
  const bodies = createBodyCache(
    1_000_000,
    createEncoder(async (body) => void improved.push(body)),
  )
  const ask = (key: string) => bodies.get(1, key, testCall(), async () => content)
  await ask('seldom')
  for (let count = 0; count < 2; count++) await ask('often')
  expect(improved).toEqual([])
  for (let count = 0; count < 5; count++) await ask('often')
  expect(improved).toEqual([await ask('often')])
})

const call = (origin: string, address = '203.0.113.7') => ({
  id: '1',
  request: new Request(origin),
  method: 'GET',
  url: new URL('/', origin),
  peer: address,
  address,
  host: new URL(origin).host,
  origin,
  extendIdleTimeout: () => undefined,
  holdLarge: () => () => undefined,
  authorizeAgain: async () => undefined,
  route: null,
})

/** Counts renderings. */
function countingDocuments(siteUrl?: string) {
  let renderings = 0
  const documents = createDocuments({
    siteUrl,
    bytes: 1_000_000,
    origins: createOrigins(siteUrl),
    encoder: createEncoder(),
  })
  const render = async (origin: string): Promise<TextContent> => {
    renderings += 1
    const { hostname } = new URL(origin)
    return { text: `<a href="${origin}/about">${hostname}</a>${'x'.repeat(500)}`, type: 'text/html' }
  }
  const get = (origin: string, address?: string, version = 1) =>
    documents.get(call(origin, address), version, '/', render)
  return { get, renderings: () => renderings }
}

const bytesOf = (part: Uint8Array<ArrayBuffer> | Blob = new Uint8Array()) => new Response(part).bytes()
const textOf = (part?: Uint8Array<ArrayBuffer> | Blob) => new Response(part ?? '').text()

test('renders a page once for all origins, and inserts the requested one', async () => {
  const { get, renderings } = countingDocuments()
  for (const origin of ['http://one.test', 'https://two.test:8443', 'http://[::1]:3000']) {
    const { bytes } = await get(origin)
    const text = await textOf(bytes.identity)
    expect(text).toStartWith(`<a href="${origin}/about">${new URL(origin).hostname}</a>x`)
    expect(brotliDecompressSync(await bytesOf(bytes.br)).toString()).toBe(text)
  }
  expect(renderings()).toBe(1)
  expect(await get('http://one.test')).toBe(await get('http://one.test'))
  await get('http://one.test', undefined, 2)
  expect(renderings()).toBe(2)
})

test('with SITE_URL, documents name that origin only', async () => {
  const { get, renderings } = countingDocuments('https://example.com')
  for (let count = 0; count < 100; count++) await get('https://example.com', `203.0.113.${count}`)
  expect(await textOf((await get('https://example.com')).bytes.identity)).toStartWith(
    '<a href="https://example.com/about">example.com</a>',
  )
  expect(renderings()).toBe(1)
})

test("a client that makes up hosts gets uncompressed pages, and other clients aren't affected", async () => {
  const { get, renderings } = countingDocuments()
  const known = await get('http://home.test', '198.51.100.1')
  const bodies = await Promise.all(Array.from({ length: 40 }, (_, index) => get(`http://h${index}.test`)))
  const compressed = bodies.filter(({ bytes }) => bytes.br !== undefined)
  expect(compressed.length).toBe(10)
  expect(await textOf(bodies.at(-1)?.bytes.identity)).toStartWith('<a href="http://h39.test/about">')
  expect(renderings()).toBe(1)
  expect(await get('http://home.test')).toBe(known)
  expect((await get('http://other.test', '198.51.100.2')).bytes.br).toBeDefined()
})

test('pages for made-up hosts are rendered two at a time, and a client may wait for few', async () => {
  let running = 0
  let most = 0
  const documents = createDocuments({
    siteUrl: undefined,
    bytes: 1_000_000,
    origins: createOrigins(undefined),
    encoder: createEncoder(),
  })
  const render = async (): Promise<TextContent> => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return { text: 'a page', type: 'text/html' }
  }
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, number) =>
      documents.get(call(`http://h${number}.test`), 1, `/p${number}`, render),
    ),
  )
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(27)
  expect(refused).toEqual(
    refused.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) })),
  )
  expect(most).toBe(2)
})

test('simultaneous requests count a new origin only once', async () => {
  const { get } = countingDocuments()
  await Promise.all(Array.from({ length: 50 }, () => get('http://home.test')))
  expect((await get('http://second.test')).bytes.br).toBeDefined()
})

test('pages, feeds and the sitemap name the requested host, and caches must revalidate', async () => {
  const { call, db } = await testApp()
  await makePublished(db, { slug: 'a-post', content: 'See [all](/blog).' })
  await db.update(posts).set({ feedId: 'tag:*,2026-03-14:post-1' })
  for (let count = 0; count < 15; count++) {
    const host = `h${count}.test:81`
    for (const path of ['/', '/blog', '/blog/a-post', '/nowhere', '/feed.xml', '/atom.xml', '/sitemap.xml']) {
      const response = await call(path, { headers: { host } })
      const text = await response.text()
      expect([path, response.status]).toEqual([path, path === '/nowhere' ? 404 : 200])
      expect(text).toContain(`http://${host}/`)
      expect(text).not.toContain('.invalid')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
    expect(await (await call('/feed.xml', { headers: { host } })).text()).toContain(
      `tag:h${count}.test,2026-03-14:post-1<`,
    )
    expect((await call('/robots.txt', { headers: { host } })).headers.get('cache-control')).toBe('no-cache')
  }
})

test('with SITE_URL, caches keep robots.txt for an hour and revalidate the sitemap', async () => {
  const { call } = await testApp({ settings: { siteUrl: 'https://example.com' } })
  const cached = async (path: string) => (await call(path)).headers.get('cache-control')
  expect(await cached('/robots.txt')).toBe('public, max-age=3600')
  expect(await cached('/sitemap.xml')).toBe('no-cache')
})

test.each(['/', '/blog', '/blog/a-post', '/blog/none', '/feed.xml', '/sitemap.xml', '/api/blog/posts'])(
  'the connection stays open while %s is rendered',
  async (path) => {
    const { handle, db } = await testApp()
    await makePublished(db, { slug: 'a-post' })
    const limits: number[] = []
    const request = new Request(`http://home.test${path}`, { headers: { host: 'home.test' } })
    await handle(
      request,
      () => '203.0.113.7',
      (seconds) => limits.push(seconds),
    )
    expect(Math.max(...limits)).toBeGreaterThan(RENDER_TIMEOUT_MS / 1000)
  },
)
