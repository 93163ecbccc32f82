import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { SELF_SIGNED } from '#src/testing/certificates.ts'
import {
  answer,
  html,
  latin1,
  type Page,
  type Pages,
  redirect,
  startRawSite,
  type Visit,
} from '#src/testing/raw-site.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createPublicFetch, type FetchFailure, type PublicPage } from './public-fetch.ts'

const never = new AbortController().signal
const HTML = { 'content-type': 'text/html; charset=utf-8' }
const CHUNKED = { ...HTML, 'transfer-encoding': 'chunked' }

const patient = { totalMs: WAIT_MS, lookupMs: WAIT_MS, robotsMs: WAIT_MS }

const fetchHere = createPublicFetch({
  allowPrivate: true,
  userAgent: 'Passwright/1.2.3 (+https://passwords.example)',
  limits: { ...patient, wireBytes: 2000, decodedBytes: 4000 },
})

const fetchLarge = createPublicFetch({
  allowPrivate: true,
  userAgent: 'Passwright/1.2.3',
  limits: { ...patient, wireBytes: 100_000 },
})

const fetchImpatiently = createPublicFetch({
  allowPrivate: true,
  userAgent: 'Passwright/1.2.3',
  limits: { totalMs: 250, wireBytes: 100_000 },
})

const textOf = (result: PublicPage | FetchFailure) =>
  result.kind === 'page' ? Buffer.from(result.body).toString() : result.reason

async function fetchPage(page: Page, fetch = fetchHere): Promise<string> {
  await using site = await startRawSite({ '/': page })
  const text = textOf(await fetch(site.url, never))
  await site.left()
  return text
}

test('a page has an address, a type, sizes and a duration', async () => {
  const packed = gzipSync('<p>Grüße</p>')
  await using site = await startRawSite({
    '/page': answer({ headers: { ...HTML, 'content-encoding': 'gzip' }, body: latin1(packed) }),
  })
  const ticks = [100, 130]
  const fetch = createPublicFetch({
    allowPrivate: true,
    userAgent: 'Passwright/1',
    clock: () => ticks.splice(0, 1)[0] ?? 0,
  })
  await fetch(`${site.url}/page`, never)
  ticks.push(500, 512.5)
  expect(await fetch(` ${site.url}/page#top`, never)).toEqual({
    kind: 'page',
    url: `${site.url}/page`,
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from('<p>Grüße</p>'),
    wireBytes: packed.byteLength,
    milliseconds: 12.5,
  })
})

test('a request has a user agent, accepted types and nothing else', async () => {
  await using site = await startRawSite({ '/a': redirect('/b?c'), '/b': html('here') })
  await fetchHere(`${site.url}/a`, never)
  const lines = site.heads.at(-1)?.trim().split('\r\n') ?? []
  expect(lines[0]).toBe('GET /b?c HTTP/1.1')
  expect(
    lines
      .slice(1)
      .map((line) => line.toLowerCase())
      .sort(),
  ).toEqual([
    'accept-encoding: gzip, identity',
    'accept: text/html,application/xhtml+xml',
    'connection: close',
    `host: localhost:${site.port}`,
    'user-agent: passwright/1.2.3 (+https://passwords.example)',
  ])
})

test.each([
  ['another status of success', answer({ status: 203, headers: HTML, body: 'page' })],
  ['XHTML', answer({ headers: { 'content-type': 'Application/XHTML+XML' }, body: 'page' })],
  ['identity', answer({ headers: { ...HTML, 'content-encoding': 'identity' }, body: 'page' })],
  ['x-gzip', answer({ headers: { ...HTML, 'content-encoding': 'X-GZip' }, body: latin1(gzipSync('page')) })],
  ['chunks', answer({ headers: CHUNKED, body: '2\r\npa\r\n2\r\nge\r\n0\r\n\r\n' })],
  ['no length', `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\npage`],
  ['HTTP/1.0', `HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\npage`],
  ['hints beforehand', `HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${html('page')}`],
])('fetches a page: %s', async (_, page) => {
  expect(await fetchPage(page)).toBe('page')
})

test.each([
  ' <!-- made by hand --><p>page',
  '<!DOCTYPE html>',
  '<HTML lang="de">',
  '<?xml version="1.0"?><html>',
])('a page without a type is recognized by its beginning: %s', async (body) =>
  expect(await fetchPage(answer({ body }))).toBe(body),
)

test('a page may reach the compressed and decompressed limits', async () => {
  expect((await fetchPage(html('x'.repeat(2000)))).length).toBe(2000)
  const packed = answer({
    headers: { ...HTML, 'content-encoding': 'gzip' },
    body: latin1(gzipSync('x'.repeat(4000))),
  })
  expect((await fetchPage(packed)).length).toBe(4000)
})

const NOT_HTML = 'Not an HTML page: only web pages can be read.'
const TOO_LARGE = 'Too large: the page exceeds the size limit.'
const BROKEN = 'The website sent a response that could not be read.'
const ENCODING = 'The page uses an unsupported compression.'
const CUT_SHORT = 'The connection ended before the page was complete.'
const NO_CONNECTION = 'Could not connect to the website.'
const TIMED_OUT = 'Timed out: the website took too long to respond.'
const CANCELED = 'The request was canceled.'
const CERTIFICATE = 'The security certificate of the website is not valid.'

const packed = (body: Uint8Array, encoding = 'gzip') =>
  answer({ headers: { ...HTML, 'content-encoding': encoding }, body: latin1(body) })
const bomb = gzipSync(new Uint8Array(1_000_000))
const startOf = (headers: Record<string, string>) => answer({ headers: { ...HTML, ...headers } })

/** Repeats `more` forever, with backpressure or every `everyMs`. */
const endless =
  (start: string, more: string, everyMs = 0): Page =>
  ({ socket }) => {
    socket.write(start, 'latin1')
    const timer = setInterval(() => {
      if (socket.writableLength < 1_000_000) socket.write(more, 'latin1')
    }, everyMs)
    socket.on('close', () => clearInterval(timer))
  }

const silent: Page = () => undefined

test.each<[string, Page, string]>([
  [
    'a status 404',
    answer({ status: 404, headers: HTML, body: 'gone' }),
    'The website responded with HTTP 404.',
  ],
  ['a status 500', answer({ status: 500, headers: HTML }), 'The website responded with HTTP 500.'],
  ['a status 304', 'HTTP/1.1 304 Not Modified\r\n\r\n', 'The website responded with HTTP 304.'],
  ['a redirect to nowhere', answer({ status: 302 }), 'The website responded with HTTP 302.'],
  ['no content', 'HTTP/1.1 204 No Content\r\n\r\n', 'The website responded with HTTP 204.'],
  [
    'a partial response',
    'HTTP/1.1 206 Partial Content\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n<p>',
    'The website responded with HTTP 206.',
  ],
  ['no type and no tag', answer({ body: 'plain text <p>' }), NOT_HTML],
  ['text', answer({ headers: { 'content-type': 'text/plain' } }), NOT_HTML],
  [
    'an endless picture',
    endless(answer({ headers: { 'content-type': 'image/svg+xml', 'content-length': '99999999' } }), 'x'),
    NOT_HTML,
  ],
  [
    'a type that only starts with text/html',
    answer({ headers: { 'content-type': 'text/html-sandboxed' } }),
    NOT_HTML,
  ],
  ['a byte too many', html('x'.repeat(2001)), TOO_LARGE],
  [
    'an excessive length, then silence',
    ({ socket }) => void socket.write(startOf({ 'content-length': '2001' })),
    TOO_LARGE,
  ],
  [
    'an endless body',
    endless(
      startOf({ connection: 'close', 'transfer-encoding': 'x' }).replace(/transfer-encoding.*\r\n/, ''),
      'x'.repeat(60_000),
    ),
    TOO_LARGE,
  ],
  ['endless chunks', endless(startOf(CHUNKED), '5\r\nabcde\r\n'.repeat(1000)), TOO_LARGE],
  ['a byte too many once unpacked', packed(gzipSync('x'.repeat(4001))), TOO_LARGE],
  ['a decompression bomb', packed(bomb), TOO_LARGE],
  [
    'a multi-part decompression bomb',
    packed(Buffer.concat(Array.from({ length: 50 }, () => gzipSync(new Uint8Array(100))))),
    TOO_LARGE,
  ],
  ['half a gzip', packed(gzipSync('x'.repeat(100)).subarray(0, 20)), BROKEN],
  ['no gzip', packed(Buffer.from('<p>hello')), BROKEN],
  ['a wrong checksum', packed(Buffer.concat([gzipSync('hello').subarray(0, -8), Buffer.alloc(8)])), BROKEN],
  ['brotli', packed(bomb.subarray(0, 500), 'br'), ENCODING],
  ['deflate', packed(bomb.subarray(0, 500), 'deflate'), ENCODING],
  ['gzip twice', packed(gzipSync(gzipSync('hello')), 'gzip, gzip'), ENCODING],
  ['an incomplete body', answer({ headers: { ...HTML, 'content-length': '100' }, body: 'abc' }), CUT_SHORT],
  ['chunks cut short', answer({ headers: CHUNKED, body: '5\r\nabcde\r\n' }), CUT_SHORT],
  [
    'a connection reset halfway',
    ({ socket }) => void socket.write(startOf({ 'content-length': '100' }), () => socket.resetAndDestroy()),
    CUT_SHORT,
  ],
  ['two lengths', startOf({ 'content-length': '3', 'Content-Length': '4' }), BROKEN],
  ['a chunk without a size', answer({ headers: CHUNKED, body: 'z\r\n' }), BROKEN],
  ['a large header', startOf({ 'x-large': 'a'.repeat(70_000) }), BROKEN],
  [
    'many headers',
    startOf(Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`x-${n}`, 'a']))),
    BROKEN,
  ],
  ['endless headers', endless('HTTP/1.1 200 OK\r\n', 'x-more: of it\r\n'.repeat(1000)), BROKEN],
  ['an endless status line', endless('HTTP/1.1 200 ', 'OK'.repeat(10_000)), BROKEN],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', BROKEN],
  ['HTTP/0.9', '<p>hello', BROKEN],
  [
    'a protocol switch',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
    BROKEN,
  ],
  ['nothing', '', NO_CONNECTION],
  ['an immediate connection reset', ({ socket }) => void socket.resetAndDestroy(), NO_CONNECTION],
])('reports %s with a one-sentence error', async (_, page, sentence) => {
  expect(await fetchPage(page)).toBe(sentence)
})

test.concurrent.each<[string, Page]>([
  ['silence', silent],
  ['a slow drip of headers', endless('HTTP/1.1 200 OK\r\n', 'a: b\r\n', 20)],
  ['a slow drip of body bytes', endless(startOf({ 'content-length': '5000' }), 'x', 20)],
  ['a slow drip of chunks', endless(startOf(CHUNKED), '1\r\nx\r\n', 20)],
  ['an endless chunk size', endless(`${startOf(CHUNKED)}1;`, 'x'.repeat(100), 5)],
  ['endless early hints', endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 5)],
])('%s times out', async (_, page) => {
  expect([TIMED_OUT, BROKEN]).toContain(await fetchPage(page, fetchImpatiently))
})

test.each<[string, Page, string]>([
  [
    'a page in 1-byte chunks',
    answer({ headers: CHUNKED, body: `${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n` }),
    BROKEN,
  ],
  ['excessive chunk overhead', endless(`${startOf(CHUNKED)}1`, ';'.repeat(100_000)), TOO_LARGE],
  ['many early hints', `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20)}${html('page')}`, BROKEN],
])('%s is aborted early', async (_, page, sentence) => {
  expect(await fetchPage(page, fetchLarge)).toBe(sentence)
})

test('fetches a page in many small chunks', async () => {
  const body = `${'2\r\nxy\r\n'.repeat(5_000)}0\r\n\r\n`
  expect(await fetchPage(answer({ headers: CHUNKED, body }), fetchLarge)).toBe('xy'.repeat(5_000))
})

test('fast endless redirects stop at the limit', async () => {
  await using site = await startRawSite({ '/': redirect('/') })
  expect(textOf(await fetchHere(site.url, never))).toBe('The website redirects too many times.')
  expect(site.paths()).toEqual(['/robots.txt', '/', '/', '/', '/', '/', '/'])
})

test('follows five redirects', async () => {
  const pages = Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [`/${n}`, redirect(`/${n + 1}`, [301, 302, 303, 307, 308][n - 1])]),
  )
  await using site = await startRawSite({ ...pages, '/6': html('arrived') })
  const result = await fetchHere(`${site.url}/1`, never)
  expect(textOf(result)).toBe('arrived')
  expect(result).toHaveProperty('url', `${site.url}/6`)
})

test.each([
  ['next', '/from/next'],
  ['/other', '/other'],
  ['../up', '/up'],
  ['./here#part', '/from/here'],
  ['/caf\xc3\xa9', '/caf%C3%A9'],
  ['/caf\xe9', '/caf%C3%A9'],
  ['/a b', '/a%20b'],
  ['/a\tb', '/ab'],
  ['/%0d%0aX-Injected:1', '/%0d%0aX-Injected:1'],
])('a redirect to %j ends at %s', async (location, path) => {
  await using site = await startRawSite({ '/from/': redirect(location) })
  await fetchHere(`${site.url}/from/`, never)
  expect(site.paths()).toEqual(['/robots.txt', '/from/', path])
})

const REDIRECTED = 'The website redirects to an address that is not allowed.'

test.each([
  ['file:///etc/passwd'],
  ['data:text/html,hi'],
  ['javascript:alert(1)'],
  ['ftp://example.com/'],
  ['gopher://127.0.0.1:6379/'],
  ['http://me:secret@example.com/'],
  ['http://'],
  ['http://[::1'],
  ['http://example..com/'],
  [`/${'a'.repeat(2100)}`],
])('a redirect to %j is not followed', async (location) => {
  expect(await fetchPage(redirect(location))).toBe(REDIRECTED)
})

test('a redirect may change only the query', async () => {
  const isSecond = ({ query }: Visit) => query.get('page') === '2'
  await using site = await startRawSite({
    '/': (visit) => void visit.socket.end(isSecond(visit) ? html('second') : redirect('?page=2')),
  })
  expect(textOf(await fetchHere(site.url, never))).toBe('second')
})

test('two sites may redirect to each other', async () => {
  const there: Pages = {}
  await using here = await startRawSite({
    '/': ({ socket }) => void socket.end(redirect(`${elsewhere.url}/`)),
    '/end': html('end'),
  })
  await using elsewhere = await startRawSite(there)
  there['/'] = redirect(`${here.url}/end`)
  expect(textOf(await fetchHere(here.url, never))).toBe('end')
  expect(here.paths()).toEqual(['/robots.txt', '/', '/end'])
  expect(elsewhere.paths()).toEqual(['/robots.txt', '/'])
})

test('reports an untrusted certificate, and sends no request', async () => {
  await using site = await startRawSite({ '/': html('secret') }, { tls: SELF_SIGNED })
  expect(textOf(await fetchHere(site.url, never))).toBe(CERTIFICATE)
  expect(textOf(await fetchHere(site.url.replace('localhost', '127.0.0.1'), never))).toBe(CERTIFICATE)
  await site.left()
  expect(site.heads).toEqual([])
})

test('a server without TLS is rejected', async () => {
  await using site = await startRawSite({ '/': html('hi') })
  expect(textOf(await fetchHere(site.url.replace('http:', 'https:'), never))).toBe(NO_CONNECTION)
  expect(site.heads).toEqual([])
})

test('reports a closed port as no connection', async () => {
  const site = await startRawSite({})
  await site[Symbol.asyncDispose]()
  expect(textOf(await fetchHere(site.url, never))).toBe(NO_CONNECTION)
})

test('cancels a request immediately at any stage', async () => {
  const canceled = (fetch: typeof fetchHere, url: string, when: (cancel: () => void) => void) => {
    const controller = new AbortController()
    when(() => controller.abort())
    return fetch(url, controller.signal)
  }
  const reached = Promise.withResolvers<void>()
  await using site = await startRawSite({
    '/silent': () => reached.resolve(),
    '/half': ({ socket }) => {
      socket.write(startOf({ 'content-length': '100' }))
      half.resolve()
    },
  })
  const half = Promise.withResolvers<void>()
  const hanging = createPublicFetch({
    allowPrivate: true,
    userAgent: 'Passwright/1',
    lookup: () => new Promise(() => undefined),
  })

  expect(textOf(await canceled(fetchHere, site.url, (cancel) => cancel()))).toBe(CANCELED)
  expect(site.heads).toEqual([])
  expect(textOf(await canceled(hanging, site.url, (cancel) => setImmediate(cancel)))).toBe(CANCELED)
  const silently = canceled(fetchHere, `${site.url}/silent`, (cancel) => reached.promise.then(cancel))
  expect(textOf(await silently)).toBe(CANCELED)
  expect(textOf(await canceled(fetchHere, `${site.url}/half`, (cancel) => half.promise.then(cancel)))).toBe(
    CANCELED,
  )
  await site.left()
})

test("the caller's deadline applies", async () => {
  const deadline = new AbortController()
  await using site = await startRawSite({
    '/': () => deadline.abort(new DOMException('The operation timed out.', 'TimeoutError')),
  })
  expect(textOf(await fetchHere(site.url, deadline.signal))).toBe(TIMED_OUT)
})

test('shows the reason for a refused address', async () => {
  expect(await fetchHere('nonsense', never)).toEqual({
    kind: 'failure',
    reason: 'Please enter a valid website URL (include http:// or https://).',
  })
})
