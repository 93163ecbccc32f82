import { expect, test } from 'bun:test'
import { healthCommand } from './health.ts'

async function ask(args: string[], env: Record<string, string> = {}) {
  const out: string[] = []
  const err: string[] = []
  const status = await healthCommand.run(args, {
    env,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  })
  return { status, out, err }
}

/** A local server with this response to readiness checks. */
function answering(response: () => Response | Promise<Response>, hostname = '127.0.0.1') {
  const requests: string[] = []
  const server = Bun.serve({
    hostname,
    port: 0,
    fetch: (request) => {
      requests.push(new URL(request.url).pathname)
      return response()
    },
  })
  return { port: String(server.port), requests, [Symbol.asyncDispose]: () => server.stop(true) }
}

test('exits with 0 for a healthy server', async () => {
  await using server = answering(() => Response.json({ status: 'ok' }))
  expect(await ask(['--port', server.port])).toEqual({ status: 0, out: ['ok'], err: [] })
  expect(await ask([], { PORT: server.port, HOST: '0.0.0.0' })).toHaveProperty('status', 0)
  expect(server.requests).toEqual(['/readyz', '/readyz'])
})

test('finds a server on IPv6', async () => {
  await using server = answering(() => Response.json({ status: 'ok' }), '::')
  for (const host of ['::', '::1']) {
    expect(await ask(['--port', server.port, '--host', host])).toHaveProperty('status', 0)
  }
})

test.each([500, 503, 404, 302, 204])('exits with 1 if the server responds with %i', async (status) => {
  const headers = status === 302 ? { location: '/healthz' } : undefined
  await using server = answering(() => new Response(null, { status, headers }))
  expect(await ask(['--port', server.port])).toEqual({
    status: 1,
    out: [],
    err: [`The server on 127.0.0.1, port ${server.port} failed the check: status ${status}`],
  })
})

test('exits with 1 if no server is running', async () => {
  const server = answering(() => new Response())
  await server[Symbol.asyncDispose]()
  const { status, err } = await ask(['--port', server.port])
  expect(status).toBe(1)
  expect(err.length).toBe(1)
  expect(err[0]).toContain('ECONNREFUSED')
})

test('an invalid setting is a usage error, not a health result', async () => {
  expect(ask(['--port', 'many'])).rejects.toThrow('--port must be a number from 0 to 65535.')
})
