import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Access } from '#src/sessions/access.ts'
import { actor } from '#src/testing/actor.ts'
import { exchange, isComplete, rawRequest } from '#src/testing/raw-http.ts'
import { open, testRequests } from '#src/testing/test-requests.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'

const Seen = z.object({ routed: z.string(), known: z.string(), method: z.string(), origin: z.string() })

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const TESTER = {
  id: 1,
  username: 'tester',
  email: 'tester@example.com',
  role: 'admin',
  isActive: true,
  createdAt: '2026-03-14T12:00:00.000Z',
  lastLogin: null,
} as const

/** Responds with the path as the router and as the guard see it. */
function echoApp(options: { siteUrl?: string } = {}) {
  const judged: string[] = []
  const reached: string[] = []
  const routes = METHODS.map(
    (method) => (access: Access) =>
      new Elysia().use(access).route(
        method,
        '/*',
        ({ call: { url, method, origin, host }, params: { '*': rest } }) => {
          reached.push(`/${rest}`)
          return { routed: `/${rest}`, known: url.pathname, method, origin, host }
        },
        { access: 'read' },
      ),
  )
  const pipeline = testRequests(routes, {
    ...options,
    identify: async ({ url }) => {
      judged.push(url.pathname)
      const settled = {
        mustChangePassword: false,
        mustSetUpSecondStep: false,
        provedUntil: null,
        isConfirmed: false,
      }
      return { user: TESTER, actor, sessionId: 'one', permissions: null, isByPasskey: false, ...settled }
    },
  })
  return { ...pipeline, judged, reached }
}

const PIECES = [
  ...[
    '/',
    '//',
    '/./',
    '/../',
    '..',
    '\\',
    ';',
    ':',
    '@',
    '?',
    '#',
    '*',
    '|',
    '~',
    'a',
    'A',
    'api',
    'admin',
    'x.y',
  ],
  ...[
    '%2f',
    '%2F',
    '%5c',
    '%2e',
    '%2e%2e',
    '%00',
    '%0d%0a',
    '%',
    '%zz',
    '%25',
    '%23',
    '%3f',
    '%c3%a9',
    '%ff',
    '\xe9',
  ],
  ...[
    'http://',
    'https://a/',
    'http://example.test',
    '//evil.test/',
    '[::1]',
    '&',
    '=',
    '{',
    '<',
    '"',
    "'",
    '`',
    '^',
  ],
]
const HOSTS = [
  'a',
  'ab',
  'abc',
  'abcd',
  'a:1',
  'example.test',
  'EXAMPLE.test:8080',
  '[::1]',
  '[::1]:80',
  '127.0.0.1',
  '1',
  '0x7f.1',
]

test('the guard and the router see the same path for any target and host', async () => {
  const { serve, judged, reached } = echoApp()
  await using server = serve()
  const target = fc
    .tuple(
      fc.constantFrom('/', '/api/', 'http://h/', ''),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }),
    )
    .map(([start, pieces]) => start + pieces.join(''))
  let answered = 0
  await fc.assert(
    fc.asyncProperty(target, fc.constantFrom(...HOSTS), async (path, host) => {
      judged.length = 0
      reached.length = 0
      const answer = await exchange(server.url, rawRequest(`GET ${path} HTTP/1.1`, `Host: ${host}`))
      if (answer.status !== 200) {
        expect([400, 404, 505]).toContain(answer.status)
        expect(reached).toEqual([])
        return
      }
      answered += 1
      const { routed, known } = Seen.parse(JSON.parse(answer.body))
      expect(routed).toBe(known)
      expect(judged).toEqual([known])
      expect(known).toStartWith('/')
    }),
    { numRuns: 300 },
  )
  expect(answered).toBeGreaterThan(100)
})

test.each([
  ['/', '/'],
  ['/api/admin/users', '/api/admin/users'],
  ['/a?b/../c', '/a'],
  ['/a#/api/admin', '/a'],
  ['/#/api/admin', '/'],
  ['//api/admin', '//api/admin'],
  ['/a//b', '/a//b'],
  ['/x/../api/admin', '/api/admin'],
  ['/x/%2e%2e/api/admin', '/api/admin'],
  ['/x/.%2E/api/admin', '/api/admin'],
  ['/../../etc/passwd', '/etc/passwd'],
  ['\\api\\admin', null],
  ['/\\api/admin', '//api/admin'],
  ['/x\\..\\api/admin', '/api/admin'],
  ['/api%2fadmin', '/api%2fadmin'],
  ['/%61pi/admin', '/%61pi/admin'],
  ['/API/admin', '/API/admin'],
  ['/api/admin%00', '/api/admin%00'],
  ['/api/admin;x', '/api/admin;x'],
  ['http://evil.test/api/admin', '/api/admin'],
  ['http://evil.test', '/'],
  ['HTTP://a@b:1/api/admin?x', '/api/admin'],
  ['*', null],
  ['api/admin', null],
  ['?a', null],
  ['evil.test:80', null],
])('the request target %s becomes the path %s', async (target, path) => {
  for (const host of ['example.test', 'ab']) {
    await using server = echoApp().serve()
    const { status, body } = await exchange(server.url, rawRequest(`GET ${target} HTTP/1.1`, `Host: ${host}`))
    expect(status).toBe(path === null ? 400 : 200)
    if (path !== null) expect(Seen.parse(JSON.parse(body))).toMatchObject({ routed: path, known: path })
  }
})

test.each(['/%', '/%zz', '/blog/%E0%A4', '/%ff', '/%u0041', '/a%2'])(
  'the undecodable path %s matches no route',
  async (path) => {
    const { serve, reached } = echoApp()
    await using server = serve()
    const { status } = await exchange(server.url, rawRequest(`GET ${path} HTTP/1.1`, 'Host: a.test'))
    expect([status, reached]).toEqual([404, []])
  },
)

test('the host in the request target is ignored', async () => {
  await using server = echoApp().serve()
  const request = rawRequest('GET http://evil.test/ HTTP/1.1', 'Host: example.test')
  expect(JSON.parse((await exchange(server.url, request)).body)).toHaveProperty(
    'origin',
    'http://example.test',
  )
})

test.each([
  ['example.test', 'http://example.test'],
  ['EXAMPLE.test:8080', 'http://example.test:8080'],
  ['a', 'http://a'],
  ['ab:1', 'http://ab:1'],
  ['localhost:3000', 'http://localhost:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['192.0.2.1', 'http://192.0.2.1'],
  ['xn--bcher-kva.example', 'http://xn--bcher-kva.example'],
  ['', null],
  ['a b', null],
  ['a/b', null],
  ['a?b', null],
  ['a#b', null],
  ['a@b', null],
  ['a\\b', null],
  ['a,b', null],
  ["a'b", null],
  ['"><script>', null],
  ['a:b', null],
  ['a:', null],
  ['a:99999', null],
  ['%41', null],
  ['\xe9.test', null],
  ['-.test', null],
  ['..', null],
  ['[::1', null],
  ['[zz::1]', null],
  ['x'.repeat(300), null],
])('the host %j becomes the origin %s', async (host, origin) => {
  await using server = echoApp().serve()
  const { status, body } = await exchange(server.url, rawRequest('GET /p HTTP/1.1', `Host: ${host}`))
  expect(status).toBe(origin === null ? 400 : 200)
  expect(JSON.parse(body)).toMatchObject(
    origin === null
      ? { message: 'The request has no valid URL or host', code: 'invalid' }
      : { origin, routed: '/p' },
  )
})

test.each([
  ['GET /p?q HTTP/1.0\r\n\r\n', '/p', 'http://localhost'],
  ['GET //evil.test/p HTTP/1.0\r\n\r\n', '//evil.test/p', 'http://localhost'],
  ['HEAD /p HTTP/1.0\r\nX-Forwarded-Host: evil.test\r\n\r\n', '/p', 'http://localhost'],
  ['POST /p HTTP/1.0\r\nContent-Length: 0\r\n\r\n', '/p', 'http://localhost'],
])('HTTP/1.0 without a host is accepted: %j', async (text, path, origin) => {
  const { serve, reached } = echoApp()
  await using server = serve()
  const { status, body } = await exchange(server.url, text, WAIT_MS, isComplete)
  expect(status).toBe(200)
  expect(reached).toEqual([path])
  if (body !== '') expect(JSON.parse(body)).toMatchObject({ origin, routed: path })
})

test('HTTP/1.0 without a host has the origin of SITE_URL', async () => {
  await using server = echoApp({ siteUrl: 'https://a.example' }).serve()
  const { body } = await exchange(server.url, 'GET /p HTTP/1.0\r\n\r\n', WAIT_MS, isComplete)
  expect(JSON.parse(body)).toMatchObject({ origin: 'https://a.example', host: 'a.example', routed: '/p' })
})

const post = (body: string, ...headers: string[]) =>
  `${rawRequest('POST / HTTP/1.1', 'Host: a.test', ...headers)}${body}`

test.each([
  ['an empty host under HTTP/1.0', 'GET / HTTP/1.0\r\nHost:\r\n\r\n'],
  ['no host', rawRequest('GET / HTTP/1.1')],
  ['two hosts', rawRequest('GET / HTTP/1.1', 'Host: a.test', 'Host: b.test')],
  ['a length and chunks', post('0\r\n\r\n', 'Content-Length: 3', 'Transfer-Encoding: chunked')],
  ['two lengths', post('abcd', 'Content-Length: 3', 'Content-Length: 4')],
  ['one length twice', post('abc', 'Content-Length: 3', 'Content-Length: 3')],
  ['no length twice', post('', 'Content-Length: 0', 'Content-Length: 0')],
  ['a list of lengths', post('abc', 'Content-Length: 3, 3')],
  ['a signed length', post('abc', 'Content-Length: +3')],
  ['a negative length', post('abc', 'Content-Length: -3')],
  ['a length in hex', post('abc', 'Content-Length: 0x3')],
  ['an empty length', post('abc', 'Content-Length:')],
  ['an endless length', post('', 'Content-Length: 99999999999999999999')],
  ['a space before the colon', post('abc', 'Content-Length : 3')],
  ['an unknown transfer coding', post('0\r\n\r\n', 'Transfer-Encoding: xchunked')],
  ['a doubled transfer coding', post('0\r\n\r\n', 'Transfer-Encoding: chunked, chunked')],
  ['two transfer codings', post('0\r\n\r\n', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')],
  ['a folded header', rawRequest('GET / HTTP/1.1', 'Host: a.test', 'X-A: 1\r\n 2')],
  ['a header with NUL', rawRequest('GET / HTTP/1.1', 'Host: a.test', 'X-A: a\0b')],
  ['a header with a bare line feed', rawRequest('GET / HTTP/1.1', 'Host: a.test', 'X-A: a\nX-B: 3')],
  ['a tunnel', rawRequest('CONNECT a:1 HTTP/1.1', 'Host: a.test')],
  ['a tunnel to an address', rawRequest('CONNECT data:/api/admin HTTP/1.1', 'Host: a.test')],
])('a request with %s gets 400 and matches no route', async (_, text) => {
  const { serve, reached } = echoApp()
  await using server = serve()
  expect(await exchange(server.url, text)).toHaveProperty('status', 400)
  expect(reached).toEqual([])
})

test.each([
  ['a path of 20,000 characters', rawRequest(`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a.test')],
  [
    'a header of 20,000 characters',
    rawRequest('GET / HTTP/1.1', 'Host: a.test', `X-A: ${'x'.repeat(20_000)}`),
  ],
  [
    '400 headers',
    rawRequest('GET / HTTP/1.1', 'Host: a.test', ...Array.from({ length: 400 }, () => 'X-A: y')),
  ],
])('%s gets 431', async (_, text) => {
  await using server = echoApp().serve()
  expect(await exchange(server.url, text)).toHaveProperty('status', 431)
})

test.each(['DELETE', 'PATCH', 'PUT'])('%s reaches its route', async (method) => {
  await using server = echoApp().serve()
  for (const host of ['a', 'example.test']) {
    const answer = await exchange(server.url, rawRequest(`${method} /p HTTP/1.1`, `Host: ${host}`))
    expect(JSON.parse(answer.body)).toMatchObject({ routed: '/p', method })
  }
})

test.each(['TRACE', 'PROPFIND', 'OPTIONS'])('%s gets 405 with the allowed methods', async (method) => {
  await using server = echoApp().serve()
  const answer = await exchange(server.url, rawRequest(`${method} /p HTTP/1.1`, 'Host: a'))
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH, POST, PUT')
})

test('HEAD returns the headers of GET, with its Content-Length, and no body', async () => {
  await using server = testRequests([open('GET', '/p', () => ({ p: 'q' }))]).serve()
  const seen = await exchange(server.url, rawRequest('GET /p HTTP/1.1', 'Host: ab'))
  const answer = await exchange(server.url, rawRequest('HEAD /p HTTP/1.1', 'Host: ab'))
  expect(answer.status).toBe(200)
  expect(answer.body).toBe('')
  expect(answer.headers.get('content-length')).toBe(String(seen.body.length))
})
