import { expect, test } from 'bun:test'
import { type ClientHttp2Session, connect } from 'node:http2'
import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { forbidden, rateLimited, unavailable } from '#src/errors.ts'
import type { RateLimit } from '#src/http/rate-limit.ts'
import { readPieces } from '#src/http/timed-body.ts'
import type { Access } from '#src/sessions/access.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { freePorts } from '#src/testing/free-ports.ts'
import { isAvailable, PROXIES, startProxy } from '#src/testing/proxies.ts'
import { exchange, rawRequest } from '#src/testing/raw-http.ts'
import { open, testRequests } from '#src/testing/test-requests.ts'

const ROUNDS = shortOrLong(3, 12)
const BODY = Buffer.alloc(20 * 1024 * 1024, '{"name":"Ada"}')
const SENT_BYTES = 50_000

/** Refused before or while the body is read. */
const REFUSED = [
  { status: 401, path: '/api/users' },
  { status: 403, path: '/api/forbidden' },
  { status: 404, path: '/api/none' },
  { status: 413, path: '/api/form', hasLength: false },
  { status: 413, path: '/api/form' },
  { status: 429, path: '/api/limited' },
  { status: 503, path: '/api/upload' },
]

const USED_UP: RateLimit = {
  tryTake: () => 60,
  take: () => {
    throw rateLimited(60)
  },
}

function refusingServer() {
  const body = z.object({ name: z.string().check(z.maxLength(20)) })
  const routes = [
    open('GET', '/about', () => 'about'),
    (access: Access) =>
      new Elysia()
        .use(access)
        .post('/api/users', () => 'never', { access: 'read', body })
        .post('/api/forbidden', () => 'never', { access: 'read', body })
        .post('/api/form', () => 'never', { open: true, body })
        .post('/api/limited', () => 'never', {
          open: { rate: USED_UP },
        })
        .post(
          '/api/import',
          async ({ call }) => {
            const { body } = call.request
            let bytes = 0
            if (body)
              for await (const piece of readPieces({ body }, BODY.byteLength)) bytes += piece.byteLength
            return bytes
          },
          { open: { streams: { takes: body, bytes: 2 * BODY.byteLength } } },
        )
        .post(
          '/api/upload',
          async ({ call }) => {
            const { body } = call.request
            if (body) for await (const _ of readPieces({ body }, BODY.byteLength)) break
            throw unavailable('The server is busy')
          },
          { open: { streams: { takes: body, bytes: 2 * BODY.byteLength } } },
        ),
  ]
  const identify = async ({ url }: { url: URL }) => {
    if (url.pathname === '/api/forbidden') throw forbidden()
    return null
  }
  return testRequests(routes, { identify }).serve()
}

type Ask = { path: string; sent?: Uint8Array; length?: number | null }

/** The status of the response on a new HTTP/2 connection; 0 without one. */
async function statusOf(url: string, ask: Ask): Promise<number> {
  const session = connect(url)
  try {
    return await statusOn(session, ask)
  } finally {
    session.destroy()
  }
}

/** `length` is the declared length of `sent`. */
async function statusOn(session: ClientHttp2Session, { path, sent, length = null }: Ask): Promise<number> {
  const status = Promise.withResolvers<number>()
  session.on('error', () => status.resolve(0))
  session.on('close', () => status.resolve(0))
  const stream = session.request({
    ':method': sent ? 'POST' : 'GET',
    ':path': path,
    ...(sent ? { 'content-type': 'application/json' } : {}),
    ...(length === null ? {} : { 'content-length': length }),
  })
  stream.on('response', (headers) => stream.end(() => status.resolve(Number(headers[':status']))))
  stream.on('error', () => status.resolve(0))
  if (sent) stream.write(sent)
  if (sent?.byteLength === (length ?? sent?.byteLength)) stream.end()
  return status.promise
}

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: ${SENT_BYTES}\r\n\r\n`

for (const { status, path } of REFUSED.filter(({ hasLength = true }) => hasLength)) {
  test(`${status} ends a connection whose request is incomplete, and keeps others`, async () => {
    await using server = refusingServer()
    const incomplete = await exchange(server.url, `${head(path)}{`)
    expect([incomplete.status, incomplete.headers.get('connection')]).toEqual([status, 'close'])
    const next = rawRequest('GET /about HTTP/1.1', 'Host: a.test')
    const complete = await exchange(server.url, head(path) + 'a'.repeat(SENT_BYTES) + next)
    expect([complete.status, complete.headers.get('connection')]).toEqual([status, null])
    expect(complete.body).toEndWith('"about"')
  })
}

test.each(['GET', 'HEAD', 'TRACE'])('%s with an incomplete body ends the connection', async (method) => {
  await using server = refusingServer()
  for (const field of [`Content-Length: ${SENT_BYTES}`, 'Transfer-Encoding: chunked']) {
    const { headers } = await exchange(
      server.url,
      `${method} /about HTTP/1.1\r\nHost: a.test\r\n${field}\r\n\r\n`,
    )
    expect(headers.get('connection')).toBe('close')
  }
})

for (const reverseProxy of PROXIES) {
  test.if(isAvailable(reverseProxy))(
    `behind ${reverseProxy.name}, a connection goes on after a large body that was accepted`,
    async () => {
      await using server = refusingServer()
      using folder = temporaryFolder()
      const [port = 0] = await freePorts(1)
      const target = Number(new URL(server.url).port)
      await using proxy = await startProxy(reverseProxy, { folder: folder.path, port, target })
      const session = connect(proxy.url).setMaxListeners(0)
      const statuses: number[] = []
      for (const length of [BODY.byteLength, null]) {
        statuses.push(await statusOn(session, { path: '/api/import', sent: BODY, length }))
        for (let round = 0; round < ROUNDS; round++)
          statuses.push(await statusOn(session, { path: '/about' }))
      }
      session.destroy()
      expect(statuses).toEqual(Array.from({ length: 2 + 2 * ROUNDS }, () => 200))
    },
  )

  test.if(isAvailable(reverseProxy))(
    `behind ${reverseProxy.name}, a refused body is refused and delays nobody else`,
    async () => {
      await using server = refusingServer()
      using folder = temporaryFolder()
      const [port = 0] = await freePorts(1)
      const target = Number(new URL(server.url).port)
      await using proxy = await startProxy(reverseProxy, { folder: folder.path, port, target })
      const next = () => statusOf(proxy.url, { path: '/about' })
      const refusals: { expected: number; status: number }[] = []
      const others: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        for (const { status: expected, path, hasLength = true } of REFUSED) {
          const length = hasLength ? BODY.byteLength : null
          refusals.push({ expected, status: await statusOf(proxy.url, { path, sent: BODY, length }) })
          others.push(await next())
        }
        // Like curl, which stops sending once it has a response.
        const cutShort = REFUSED.filter(
          ({ hasLength = true }) => hasLength && !reverseProxy.waitsForBody,
        ).map(({ path }) =>
          statusOf(proxy.url, { path, sent: BODY.subarray(0, SENT_BYTES), length: BODY.byteLength }),
        )
        await Promise.all(cutShort)
        others.push(...(await Promise.all(cutShort.map(next))))
      }
      printFigures(`Refused bodies behind ${reverseProxy.name}`, {
        bodies: others.length,
        'refusals lost': refusals.filter(({ status, expected }) => status !== expected).length,
        'other clients without a response': others.filter((status) => status !== 200).length,
      })
      expect(refusals.filter(({ status, expected }) => status !== expected)).toEqual([])
      expect(others.filter((status) => status !== 200)).toEqual([])
    },
  )
}
