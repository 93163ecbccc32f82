import { expect, test } from 'bun:test'
import { Elysia, ElysiaCustomStatusResponse, ValidationError } from 'elysia'
import * as z from 'zod/mini'

/** What Elysia does that routes and hooks here rely on, or work around. A new version may change any of it. */

const SECRET = 'hunter2-and-more'

const get = (path: string, init?: RequestInit) => new Request(`http://example.test${path}`, init)

const post = (body: string) =>
  get('/', { method: 'POST', body, headers: { 'content-type': 'application/json' } })

test('a macro that returns nothing skips the macros after it', async () => {
  const macros = new Elysia().macro({
    note: (_: true) => undefined,
    guard: (_: true) => ({
      beforeHandle: ({ status }) => status(401, 'no'),
    }),
  })
  const app = new Elysia()
    .use(macros)
    .get('/open', () => 'reached', { note: true, guard: true })
    .get('/guarded', () => 'reached', { guard: true })
  expect((await app.handle(get('/guarded'))).status).toBe(401)
  expect((await app.handle(get('/open'))).status).toBe(200)
})

test('the key of a macro leaves the route and its options, but its detail stays', () => {
  const options = { guard: true, detail: { summary: 'x' } } as const
  const app = new Elysia()
    .macro({ guard: (_: true) => ({ detail: { description: 'guarded' } }) })
    .get('/', () => '', options)
  expect(Object.keys(app.routes[0]?.hooks ?? {})).not.toContain('guard')
  expect(Object.keys(options)).not.toContain('guard')
  expect(app.routes[0]?.hooks.detail).toEqual({ summary: 'x', description: 'guarded' })
})

test('parsing and validation come before beforeHandle and resolve, and transform before validation', async () => {
  const order: string[] = []
  const app = new Elysia().post('/', () => '', {
    body: z.pipe(
      z.unknown(),
      z.transform(() => order.push('validation')),
    ),
    beforeHandle: () => {
      order.push('beforeHandle')
    },
    transform: () => {
      order.push('transform')
    },
    parse: () => {
      order.push('parse')
      return null
    },
  })
  await app.handle(post('{}'))
  expect(order).toEqual(['parse', 'transform', 'validation', 'beforeHandle'])
})

test("a parser's null keeps the body unread, and transform may replace it before validation", async () => {
  const app = new Elysia().post('/', ({ body: { name }, request }) => ({ name, isRead: request.bodyUsed }), {
    body: z.object({ name: z.string() }),
    parse: () => null,
    transform: async (context: { body: unknown }) => {
      context.body = { name: 'Ada', isAdmin: true }
    },
  })
  expect(await (await app.handle(post('{"name":"Grace"}'))).json()).toEqual({ name: 'Ada', isRead: false })
})

test('without a parser, the body is validated; with none, it is not', async () => {
  const body = z.object({ name: z.string() })
  const app = new Elysia()
    .post('/', () => 'reached', { body })
    .post('/none', () => 'reached', { body, parse: 'none' })
  expect((await app.handle(post('{}'))).status).toBe(422)
  expect((await app.handle(get('/none', { method: 'POST', body: '{}' }))).status).toBe(200)
})

test('a hook that is not declared as async is not awaited', async () => {
  let isDone = false
  const wait = async () => {
    await Bun.sleep(5)
    isDone = true
  }
  const hooks = { wait }
  const seen = () => String(isDone)
  const app = new Elysia().get('/', seen, { transform: async () => hooks.wait() }).get('/late', seen, {
    transform: () => {
      void hooks.wait()
    },
  })
  expect(await (await app.handle(get('/late'))).text()).toBe('false')
  expect(await (await app.handle(get('/'))).text()).toBe('true')
})

test('a route declared twice replaces the first in silence', async () => {
  const app = new Elysia().get('/', () => 'one').get('/', () => 'two')
  expect(app.routes.length).toBe(1)
  expect(await (await app.handle(get('/'))).text()).toBe('two')
})

test('under strictPath, a prefix and / serve only the path with the slash', async () => {
  const app = new Elysia({ strictPath: true })
    .use(new Elysia({ prefix: '/slash' }).get('/', () => ''))
    .use(new Elysia({ prefix: '/plain' }).get('', () => ''))
  const statuses = ['/slash', '/slash/', '/plain', '/plain/'].map(
    async (path) => (await app.handle(get(path))).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 200, 200, 404])
})

test('a validation error contains the input, and an error of the parser is wrapped', async () => {
  const thrown: unknown[] = []
  const body = z.object({ name: z.string() })
  const app = new Elysia()
    .onError(({ error }) => {
      thrown.push(error)
      return 'failed'
    })
    .post('/', () => '', { body })
    .post('/parse', () => '', {
      parse: () => {
        throw new Error(SECRET)
      },
    })
  await app.handle(post(JSON.stringify({ name: { [SECRET]: SECRET } })))
  await app.handle(get('/parse', { method: 'POST', body: '{}' }))
  const [invalid, unparsed] = thrown
  expect(invalid).toBeInstanceOf(ValidationError)
  expect(String(invalid)).toContain(SECRET)
  expect(unparsed).toMatchObject({ code: 'PARSE', cause: { message: SECRET } })
})

test('a response that fails its schema is a validation error, too', async () => {
  const types: unknown[] = []
  const app = new Elysia()
    .onError(({ error }) => {
      types.push(error instanceof ValidationError && error.type)
      return 'failed'
    })
    .get('/', () => JSON.parse('{"name":1}'), { response: z.object({ name: z.string() }) })
  await app.handle(get('/'))
  expect(types).toEqual(['response'])
})

test.each([undefined, null])('throwing %s fails in Elysia itself', async (thrown) => {
  const app = new Elysia()
    .onError(() => 'handled')
    .get('/', () => {
      throw thrown
    })
  expect(async () => app.handle(get('/'))).toThrow(TypeError)
})

test('a host of one letter has no routes, unless standardHostname is off', async () => {
  const request = () => new Request('http://a/x')
  const about = (app: Elysia) => app.get('/x', () => '')
  expect((await about(new Elysia()).handle(request())).status).toBe(404)
  const app = about(new Elysia({ handler: { standardHostname: false } }))
  expect((await app.handle(request())).status).toBe(200)
})

test('routes match what cannot be decoded, and a fragment', async () => {
  const app = new Elysia().get('/:name', ({ params: { name } }) => name)
  expect((await app.handle(get('/%E0%A4'))).status).toBe(200)
  expect(await (await app.handle(get('/a#b'))).text()).toBe('a#b')
})

test('HEAD reads the whole of a stream', async () => {
  let pulls = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulls += 1
      if (pulls > 100) controller.close()
      else controller.enqueue(new Uint8Array(10))
    },
  })
  const app = new Elysia().get('/', () => new Response(endless))
  await app.handle(get('/', { method: 'HEAD' }))
  expect(pulls).toBe(101)
})

test('a query parameter of a schema is split at commas', async () => {
  const app = new Elysia().get('/', ({ query }) => query, { query: z.object({ a: z.unknown() }) })
  expect(await (await app.handle(get('/?a=1,2'))).json()).toEqual({ a: ['1', '2'] })
})

test('mapResponse sees responses and statuses of handlers, but not those of onError', async () => {
  const seen: unknown[] = []
  const app = new Elysia()
    .mapResponse(({ responseValue, set }) => {
      seen.push(
        responseValue instanceof ElysiaCustomStatusResponse
          ? responseValue.code
          : [typeof responseValue, set.status],
      )
    })
    .onError(() => new Response('failed'))
    .get('/', ({ status }) => status(201, 'made'))
    .get('/plain', () => ({ a: 1 }))
    .get('/described', ({ status }) => status(201, 'made'), { response: { 201: z.string() } })
  for (const path of ['/', '/plain', '/described', '/nowhere']) await app.handle(get(path))
  expect(seen).toEqual([201, ['object', 200], ['string', 201]])
})
