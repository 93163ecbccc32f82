import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Elysia, status as elysiaStatus } from 'elysia'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { createDatabase } from '#src/db/database.ts'
import { databaseDown } from '#src/db/outage.ts'
import { conflict, rateLimited } from '#src/errors.ts'
import type { Access } from '#src/sessions/access.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { open, testRequests } from '#src/testing/test-requests.ts'
import { answers } from './answers.ts'

const SECRET = 'hunter2-and-more'

const json = (text: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: text,
  headers: { 'content-type': 'application/json', ...headers },
})

const Form = z.object({
  name: z.string('A name is needed').check(z.maxLength(20, 'The name is too long')),
  tags: z.optional(z.array(z.object({ label: z.string() }))),
  counts: z.optional(z.record(z.string(), z.number())),
  kind: z.optional(z.enum(['one', 'two'])),
})

const withForm = () =>
  testRequests([
    (access) =>
      new Elysia().use(access).post('/api/form', ({ body }) => ({ given: body }), { open: true, body: Form }),
  ])

test('the validated body reaches the handler without unknown fields', async () => {
  const { ask } = withForm()
  const response = await ask('/api/form', json(`{"name":"Ada","isAdmin":true,"__proto__":{"isAdmin":true}}`))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ given: { name: 'Ada' } })
})

test('validation errors name the fields and never echo the input', async () => {
  const { ask } = withForm()
  const sent = { name: SECRET.repeat(3), tags: [{ label: 1 }], counts: { [SECRET]: SECRET }, kind: SECRET }
  const response = await ask('/api/form', json(JSON.stringify(sent)))
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text).not.toContain(SECRET)
  expect(JSON.parse(text)).toMatchObject({
    message: 'The name is too long',
    code: 'invalid',
    fields: { name: 'The name is too long', tags: expect.any(String), counts: expect.any(String) },
  })
})

test.each(['{', '{"name":}', "{'name':'Ada'}", '{"name":"Ada"', 'name=Ada', '\0', 'NaN', '{"name":"a\nb"}'])(
  'the body %j is rejected as invalid JSON',
  async (text) => {
    const { ask } = withForm()
    const response = await ask('/api/form', json(text))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: 'The request body is not valid JSON', code: 'invalid' })
  },
)

test.each([
  '',
  'null',
  '[]',
  '[[[]]]',
  '"Ada"',
  '42',
  'true',
  '{}',
  '{"name":null}',
  '{"name":{}}',
  '{"name":["Ada"]}',
])('the body %j is rejected', async (text) => {
  const { ask } = withForm()
  const response = await ask('/api/form', json(text))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
})

const HOSTILE_BODIES: [string, string][] = [
  ['deep lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['deep objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ['an unclosed list', '['.repeat(60_000)],
  ['a duplicate name', '{"name":"Ada","name":"Grace"}'],
  ['prototypes', '{"name":"Ada","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
  ['names of Object methods', '{"name":"Ada","hasOwnProperty":1,"toString":null,"valueOf":{}}'],
  ['a lone surrogate', '{"name":"\\ud800"}'],
  ['NUL', '{"name":"a\\u0000b"}'],
  ['an infinite number', '{"name":"Ada","counts":{"a":1e999}}'],
  ['a number of 10,000 digits', `{"name":"Ada","counts":{"a":${'9'.repeat(10_000)}}}`],
  ['a byte order mark', '\ufeff{"name":"Ada"}'],
  ['20,000 names', `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":${i}`).join()}}`],
  ['only spaces', ' '.repeat(60_000)],
]

test.each(HOSTILE_BODIES)('a body with %s gets 200 or 400', async (_, text) => {
  const { ask, lines } = withForm()
  const response = await ask('/api/form', json(text))
  expect([200, 400]).toContain(response.status)
  expect(await response.json()).toBeObject()
  expect('polluted' in {}).toBe(false)
  expect(lines).toEqual([])
})

test('a large body may have any text, but not many values', async () => {
  const Text = z.object({ text: z.string().check(z.maxLength(100_000)) })
  const { ask } = testRequests([
    (access) => new Elysia().use(access).post('/api/text', () => 'read', { open: true, body: Text }),
  ])
  const send = async (body: string) => (await (await ask('/api/text', json(body))).json()).message
  for (const piece of ['[],', '{},', '1,', '"",', '"\\\\",', '{"a":0},'])
    expect(await send(`{"text":[${piece.repeat(60_000)}0]}`)).toBe('The request body has too many values')
  for (const piece of ['[{,:', '\\"', '\\\\', '\\\\\\",'])
    expect(await send(`{"text":"${piece.repeat(20_000)}"}`)).toBeUndefined()
})

test("any JSON is accepted, or rejected with a message that doesn't echo it", async () => {
  const { ask, lines } = withForm()
  const value = fc.oneof(
    fc.json(),
    fc.json({ stringUnit: anyCharacter }),
    fc
      .record({ name: fc.oneof(fc.string({ unit: anyCharacter }), fc.jsonValue()), counts: fc.jsonValue() })
      .map((form) => JSON.stringify(form)),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(value, async (text) => {
      const response = await ask('/api/form', json(text))
      const answer = await response.text()
      expect([200, 400]).toContain(response.status)
      expect(response.headers.get('content-type')).toStartWith('application/json')
      if (response.status === 400 && /[^ -~]/.test(text)) expect(answer).not.toContain(text)
    }),
    { numRuns: 100 },
  )
  expect(lines).toEqual([])
})

const THROWN: [string, () => unknown][] = [
  ['an error', () => new Error(SECRET)],
  ['an error with a cause', () => new Error(SECRET, { cause: new Error(SECRET) })],
  [
    'an error with a status property',
    () => Object.assign(new Error(SECRET), { status: 200, code: 'NOT_FOUND' }),
  ],
  [
    'an error with a toResponse method',
    () => Object.assign(new Error(SECRET), { toResponse: () => new Response(SECRET) }),
  ],
  ['a string', () => SECRET],
  ['an object', () => ({ message: SECRET, status: 200 })],
  ['a Response', () => new Response(SECRET)],
  ['nothing', () => undefined],
  ['null', () => null],
]

test.each(THROWN)('%s thrown by a handler is logged once and not exposed', async (_, make) => {
  const now = () => {
    throw make()
  }
  const later = () => Promise.reject(make())
  const routes = [
    open('GET', '/api/now', now),
    open('GET', '/api/later', later),
    (access: Access) => new Elysia().use(access).get('/api/before', () => 'never', { access: 'read' }),
  ]
  const { ask, lines } = testRequests(routes, { expectsErrors: true, identify: later })
  for (const path of ['/api/now', '/api/later', '/api/before']) {
    lines.length = 0
    const response = await ask(`${path}?password=${SECRET}`)
    const answer = await response.text()
    expect(response.status).toBe(500)
    expect(answer).not.toContain(SECRET)
    const { requestId, ...told } = z.object({ requestId: z.string() }).parse(JSON.parse(answer))
    expect(told).toEqual({})
    expect(JSON.parse(answer)).toEqual({ message: 'Internal server error', code: 'internal', requestId })
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines.length).toBe(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      event: 'request failed',
      requestId,
      method: 'GET',
      path,
    })
    expect(lines[0]).not.toContain('password=')
    expect(lines[0]).not.toContain('203.0.113.7')
  }
})

test('an AppError sets message, code, status and headers, and is not logged', async () => {
  const { ask, lines } = testRequests([
    open('GET', '/api/taken', () => {
      throw conflict('Slug already exists')
    }),
    open('GET', '/api/often', () => {
      throw rateLimited(7)
    }),
  ])
  const taken = await ask('/api/taken')
  expect(taken.status).toBe(409)
  expect(await taken.json()).toEqual({ message: 'Slug already exists', code: 'conflict' })
  const often = await ask('/api/often')
  expect(often.status).toBe(429)
  expect(often.headers.get('retry-after')).toBe('7')
  expect(lines).toEqual([])
})

test('a database outage gets 503 and is logged with its cause', async () => {
  const down = () => Promise.reject(databaseDown(new Error('disk I/O error')))
  const engine = {
    ...{ run: down, batch: down, transaction: down, script: down, scrub: down, close: down },
  }
  const db = createDatabase(engine)
  const count = open('GET', '/api/count', () => db.run(sql`SELECT ${SECRET}`))
  const { ask, lines } = testRequests([count], { expectsErrors: true })
  const response = await ask('/api/count')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toEqual({
    message: 'The database is not responding. Please try again later.',
    code: 'unavailable',
  })
  expect(lines.length).toBe(1)
  expect(lines[0]).toContain('disk I/O error')
  expect(lines[0]).not.toContain(SECRET)
})

test('unauthenticated requests are rejected before the body is read', async () => {
  const { handle } = testRequests([
    (access) => new Elysia().use(access).post('/api/admin/posts', () => ({}), { access: 'read' }),
    open('POST', '/api/track/view', () => ({})),
    open('GET', '/about', () => 'about'),
  ])
  const refusals: [string, Record<string, string>, number][] = [
    ['/api/admin/posts', { 'content-length': '50', 'content-type': 'application/json' }, 401],
    ['/api/admin/posts', { 'content-length': '50000000' }, 401],
    ['/api/track/view', { 'content-length': '1025', 'content-type': 'application/json' }, 413],
    ['/api/track/view', { 'content-length': '50000000', 'content-type': 'application/json' }, 413],
    ['/api/track/view', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }, 411],
    ['/api/track/view', { 'content-length': '20', 'content-type': 'text/plain' }, 415],
    ['/api/track/view', { 'content-length': '20', 'content-type': 'application/jsonp' }, 415],
    ['/api/track/view', { 'content-length': '20', 'content-type': 'multipart/form-data; boundary=a' }, 415],
    ['/api/track/view', { 'content-length': '20', 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['/api/track/view', { 'content-length': '20' }, 415],
    ['/api/track/view', { 'content-length': 'twenty', 'content-type': 'application/json' }, 400],
    ['/api/admin/nowhere', { 'content-length': '50000000' }, 401],
    ['/about', { 'content-length': '50000000', 'content-type': 'application/json' }, 405],
    ['/nowhere', { 'content-length': '50000000', 'content-type': 'application/json' }, 404],
    ['/nowhere', { 'content-length': '20', 'content-type': 'text/plain' }, 404],
    ['/nowhere', { 'transfer-encoding': 'chunked' }, 404],
    ['//api/track/view', { 'content-length': '1', 'content-type': 'application/json' }, 404],
  ]
  for (const [path, headers, status] of refusals) {
    let pulls = 0
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulls += 1
          controller.enqueue(new Uint8Array(1024))
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', body, headers: { host: 'example.test', ...headers } }
    const response = await handle(new Request(`http://example.test${path}`, init), '203.0.113.7')
    expect([path, headers, response.status]).toEqual([path, headers, status])
    expect(await response.json()).toMatchObject({ message: expect.any(String), code: expect.any(String) })
    expect(pulls).toBe(0)
  }
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/json ;charset=x',
])('a body of type %s is parsed as JSON', async (type) => {
  const { ask } = withForm()
  expect(await ask('/api/form', json('{"name":"Ada"}', { 'content-type': type }))).toHaveProperty(
    'status',
    200,
  )
})

const withPages = () =>
  testRequests([
    open('GET', '/', () => 'home'),
    open('GET', '/about', () => 'about'),
    open('GET', '/blog/:slug', () => 'post'),
    open('GET', '/api/posts', () => []),
    open('POST', '/api/posts', () => ({})),
    open('PUT', '/api/posts/:id', () => ({})),
    open('DELETE', '/api/posts/:id', () => ({})),
    open('GET', '/files/*', () => 'file'),
  ])

test.each([
  ['POST', '/', 'GET, HEAD'],
  ['OPTIONS', '/about', 'GET, HEAD'],
  ['DELETE', '/blog/one', 'GET, HEAD'],
  ['PATCH', '/api/posts', 'GET, HEAD, POST'],
  ['GET', '/api/posts/1', 'DELETE, PUT'],
  ['HEAD', '/api/posts/1', 'DELETE, PUT'],
  ['PUT', '/files/a/b', 'GET, HEAD'],
])('%s %s gets 405 and allows %s', async (method, path, allow) => {
  const { ask } = withPages()
  const response = await ask(path, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
  expect(await response.json()).toHaveProperty('code', 'method_not_allowed')
})

test.each(['/nowhere', '/blog', '/blog/a/b', '/about%2f', '/api', '/apiary', '/blog/%E0%A4'])(
  '%s shows the not-found page',
  async (path) => {
    const response = await withPages().ask(path)
    expect([response.status, await response.text()]).toEqual([404, 'no such page'])
  },
)

test.each([
  ['GET', '/api/nowhere'],
  ['GET', '/api/posts/'],
  ['POST', '/nowhere'],
  ['POST', '/about/'],
  ['DELETE', '/api/posts/1/2'],
])('%s %s gets a 404 in JSON', async (method, path) => {
  const response = await withPages().ask(path, { method })
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ message: 'Page not found', code: 'not_found' })
})

test('a failing not-found page is an internal error', async () => {
  const notFoundPage = () => Promise.reject(new Error(SECRET))
  const { ask, lines } = testRequests([], { expectsErrors: true, notFoundPage })
  const response = await ask('/nowhere')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain(SECRET)
  expect(lines.length).toBe(1)
})

test('a very long path is truncated in the log', async () => {
  const broken = open('GET', '/api/*', () => {
    throw new Error('broken')
  })
  const { ask, lines } = testRequests([broken], { expectsErrors: true })
  await ask(`/api/${'x'.repeat(5000)}`)
  expect(JSON.parse(lines[0] ?? '')).toHaveProperty('path', `/api/${'x'.repeat(195)}`)
})

test.each([
  ['/api/created', 201],
  ['/api/described', 201],
  ['/api/accepted', 202],
  ['/api/nowhere', 404],
  ['/api/refused', 409],
])('logs and counts %s with its status %i', async (path, status) => {
  const response = answers(z.object({ id: z.number() }))
  const { ask, lines, metrics } = testRequests(
    [
      (access) =>
        new Elysia()
          .use(access)
          .get('/api/created', ({ status }) => status(201, { id: 1 }), { open: true })
          .get('/api/described', ({ status }) => status(201, { id: 1 }), {
            open: true,
            response: { 201: response },
          })
          .get('/api/accepted', () => elysiaStatus(202, { id: 1 }), {
            open: true,
            response: { 200: response, 202: response },
          })
          .get('/api/refused', () => Promise.reject(conflict('Taken')), { open: true, response }),
    ],
    { accessLog: 'on' },
  )
  expect((await ask(path)).status).toBe(status)
  expect(lines.map((line) => JSON.parse(line).status)).toEqual([status])
  expect((await metrics.read()).text).toContain(`status="${status}"`)
})

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

test.each([
  ['/', 'GET', {}, 200],
  ['/about/', 'GET', {}, 301],
  ['/', 'GET', { host: 'a b' }, 400],
  ['/nowhere', 'GET', {}, 404],
  ['/api/nowhere', 'GET', {}, 404],
  ['/', 'POST', {}, 405],
  ['/', 'HEAD', {}, 200],
  ['/api/posts', 'POST', { 'transfer-encoding': 'chunked' }, 411],
  ['/api/posts', 'POST', { 'content-length': '99999999' }, 413],
  ['/api/posts', 'POST', { 'content-length': '9' }, 415],
  ['/api/broken', 'GET', {}, 500],
])('%s with %s and %j gets %i with every security header', async (path, method, headers, status) => {
  const routes = [
    open('GET', '/', () => 'home'),
    open('GET', '/about', () => 'about'),
    open('POST', '/api/posts', () => ({})),
    open('GET', '/api/broken', () => {
      throw new Error('broken')
    }),
  ]
  const response = await testRequests(routes, { expectsErrors: true }).ask(path, { method, headers })
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY_HEADERS)
  for (const name of [
    'server',
    'x-powered-by',
    'set-cookie',
    'access-control-allow-origin',
    'strict-transport-security',
  ]) {
    expect(response.headers.has(name)).toBe(false)
  }
})

test('JSON in chunks is read up to the limit of its route', async () => {
  const body = z.object({ name: z.string().check(z.maxLength(20)) })
  const { ask } = testRequests([
    (access) => new Elysia().use(access).post('/api/form', ({ body }) => body, { open: true, body }),
  ])
  const post = async (...pieces: (string | Uint8Array)[]) => {
    const body = new ReadableStream<Uint8Array>({
      start: (to) => {
        for (const piece of pieces)
          to.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
        to.close()
      },
    })
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
    const response = await ask('/api/form', { method: 'POST', headers, body })
    return [response.status, await response.json()]
  }
  const ü = new TextEncoder().encode('ü')
  expect(await post('{"na', 'me":"J', ü.subarray(0, 1), ü.subarray(1), 'rgen"}')).toEqual([
    200,
    { name: 'Jürgen' },
  ])
  expect(await post('{"name":', ' '.repeat(40_000), '"Ada"}')).toEqual([413, expect.anything()])
  expect(await post('{"name":')).toEqual([
    400,
    expect.objectContaining({ message: 'The request body is not valid JSON' }),
  ])
  expect((await post())[0]).toBe(400)
})

test('a WebSocket handshake is refused, other upgrades are ignored', async () => {
  const { ask } = testRequests([open('GET', '/about', () => 'about')])
  const upgrade = (upgrade: string) => ask('/about', { headers: { connection: 'upgrade', upgrade } })
  expect((await upgrade('WebSocket')).status).toBe(400)
  expect((await upgrade('h2c')).status).toBe(200)
})

test('an https site sends HSTS', async () => {
  const secure = testRequests([], { siteUrl: 'https://example.com' })
  expect((await secure.ask('/nowhere')).headers.get('strict-transport-security')).toBe('max-age=31536000')
  const wide = testRequests([], { siteUrl: 'https://example.com', hstsSubdomains: 'on' })
  expect((await wide.ask('/nowhere')).headers.get('strict-transport-security')).toBe(
    'max-age=31536000; includeSubDomains',
  )
  const plain = testRequests([], { siteUrl: 'http://example.com', hstsSubdomains: 'on' })
  expect((await plain.ask('/nowhere')).headers.has('strict-transport-security')).toBe(false)
})

test('a route can override a security header', async () => {
  const headers = { 'content-security-policy': "default-src 'self'" }
  const { ask } = testRequests([open('GET', '/page', () => new Response('page', { headers }))])
  const response = await ask('/page')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(response.headers.get('x-frame-options')).toBe('DENY')
})
