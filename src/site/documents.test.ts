import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { createEncoder, type Drawn } from '#src/http/encoder.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { testApp } from '#src/testing/test-app.ts'
import { createDocuments } from './documents.ts'
import { createOrigins } from './origins.ts'

const call = (origin: string, address = '203.0.113.7') => ({
  id: '1',
  request: new Request(origin),
  method: 'GET',
  url: new URL('/', origin),
  peer: address,
  address,
  host: new URL(origin).host,
  origin,
  allowSilence: () => undefined,
  holdLarge: () => () => undefined,
  route: null,
})

/** Documents that tell how often one was drawn. */
function counting(siteUrl?: string) {
  let drawings = 0
  const documents = createDocuments({
    siteUrl,
    bytes: 1_000_000,
    origins: createOrigins(siteUrl),
    encoder: createEncoder(),
  })
  const draw = async (origin: string): Promise<Drawn> => {
    drawings += 1
    const { hostname } = new URL(origin)
    return { text: `<a href="${origin}/about">${hostname}</a>${'x'.repeat(500)}`, type: 'text/html' }
  }
  const get = (origin: string, address?: string, version = 1) =>
    documents.get(call(origin, address), version, '/', draw)
  return { get, drawings: () => drawings }
}

const bytesOf = (part: Uint8Array<ArrayBuffer> | Blob = new Uint8Array()) => new Response(part).bytes()
const textOf = (part?: Uint8Array<ArrayBuffer> | Blob) => new Response(part ?? '').text()

test('a page is drawn once, whatever the origin, and names the one that was asked', async () => {
  const { get, drawings } = counting()
  for (const origin of ['http://one.test', 'https://two.test:8443', 'http://[::1]:3000']) {
    const { bytes } = await get(origin)
    const text = await textOf(bytes.identity)
    expect(text).toStartWith(`<a href="${origin}/about">${new URL(origin).hostname}</a>x`)
    expect(brotliDecompressSync(await bytesOf(bytes.br)).toString()).toBe(text)
  }
  expect(drawings()).toBe(1)
  expect(await get('http://one.test')).toBe(await get('http://one.test'))
  await get('http://one.test', undefined, 2)
  expect(drawings()).toBe(2)
})

test('with an address of its own the site has no other', async () => {
  const { get, drawings } = counting('https://example.com')
  for (let made = 0; made < 100; made++) await get('https://example.com', `203.0.113.${made}`)
  expect(await textOf((await get('https://example.com')).bytes.identity)).toStartWith(
    '<a href="https://example.com/about">example.com</a>',
  )
  expect(drawings()).toBe(1)
})

test('who makes up hosts gets pages that cost nothing; all others go on as before', async () => {
  const { get, drawings } = counting()
  const known = await get('http://home.test', '198.51.100.1')
  const made = await Promise.all(Array.from({ length: 40 }, (_, index) => get(`http://h${index}.test`)))
  const compressed = made.filter(({ bytes }) => bytes.br !== undefined)
  expect(compressed.length).toBe(10)
  expect(await textOf(made.at(-1)?.bytes.identity)).toStartWith('<a href="http://h39.test/about">')
  expect(drawings()).toBe(1)
  expect(await get('http://home.test')).toBe(known)
  expect((await get('http://other.test', '198.51.100.2')).bytes.br).toBeDefined()
})

test('many visitors at once bring up one origin, not many', async () => {
  const { get } = counting()
  await Promise.all(Array.from({ length: 50 }, () => get('http://home.test')))
  expect((await get('http://second.test')).bytes.br).toBeDefined()
})

test('whatever host is made up, pages, feeds and the sitemap name it and are not kept by caches', async () => {
  const { call, db } = await testApp()
  await makePublished(db, { slug: 'a-post', content: 'See [all](/blog).' })
  for (let made = 0; made < 15; made++) {
    const host = `h${made}.test:81`
    for (const path of ['/', '/blog', '/blog/a-post', '/nowhere', '/feed.xml', '/atom.xml', '/sitemap.xml']) {
      const response = await call(path, { headers: { host } })
      const text = await response.text()
      expect([path, response.status]).toEqual([path, path === '/nowhere' ? 404 : 200])
      expect(text).toContain(`http://${host}/`)
      expect(text).not.toContain('.invalid')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
    expect(await (await call('/feed.xml', { headers: { host } })).text()).toContain(
      `tag:h${made}.test,2026-03-14:post-1<`,
    )
    expect((await call('/robots.txt', { headers: { host } })).headers.get('cache-control')).toBe('no-cache')
  }
})

test('at its own address the site lets caches keep the sitemap and robots.txt for an hour', async () => {
  const { call } = await testApp({ settings: { siteUrl: 'https://example.com' } })
  for (const path of ['/sitemap.xml', '/robots.txt'])
    expect((await call(path)).headers.get('cache-control')).toBe('public, max-age=3600')
})
