import { createAccessLog } from '#src/http/access-log.ts'
import { listen } from '#src/http/listen.ts'
import { createPipeline } from '#src/http/pipeline.ts'
import { createMetrics } from '#src/lib/metrics.ts'
import { createLog } from '#src/log.ts'
import { type Route, route } from '#src/route.ts'
import type { Identify } from '#src/sessions/guard.ts'
import { watchLine } from './error-watch.ts'

type Options = {
  siteUrl?: string
  hstsSubdomains?: 'on' | 'off'
  trustProxy?: string[]
  accessLog?: 'on' | 'off'
  expectsErrors?: boolean
  notFoundPage?: () => Promise<Response>
  identify?: Identify
}

export const open = (method: Route['method'], path: string, handle: () => unknown): Route =>
  route({ method, path, access: 'public', internal: true, handle })

/** The HTTP pipeline with these routes, without the app. */
export function testPipeline(
  routes: Route[] = [],
  {
    siteUrl,
    hstsSubdomains = 'off',
    trustProxy = [],
    accessLog = 'off',
    expectsErrors = false,
    notFoundPage = async () => new Response('no such page', { status: 404 }),
    identify = async () => null,
  }: Options = {},
) {
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    if (!expectsErrors) watchLine(line)
  }
  const metrics = createMetrics('0.0.0')
  const log = createLog({ format: 'json', now: () => new Date(0), write })
  const handle = createPipeline({
    routes,
    protectedPaths: { path: '/api/admin', publicRoutes: [] },
    config: { siteUrl, hstsSubdomains, trustProxy },
    logAccess: createAccessLog({ log, isOn: accessLog === 'on' }),
    log,
    metrics,
    handleAdminHost: async () => null,
    identify,
    authorize: () => undefined,
    idOf: ({ user }) => user.id,
    onChange: () => undefined,
    onError: async () => undefined,
    notFoundPage,
  })

  return {
    lines,
    metrics,
    handle,
    ask: (path: string, init: RequestInit = {}, peer = '203.0.113.7') => {
      const headers = new Headers(init.headers)
      if (!headers.has('host')) headers.set('host', 'example.test')
      if (typeof init.body === 'string' && !headers.has('content-length'))
        headers.set('content-length', String(Buffer.byteLength(init.body)))
      return handle(new Request(`http://example.test${path}`, { ...init, headers }), peer)
    },
    serve: () => {
      const server = listen(
        (request, peerOf, extendIdleTimeout) => handle(request, peerOf(), extendIdleTimeout),
        {
          host: '127.0.0.1',
          port: 0,
          log,
        },
      )
      return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) }
    },
  }
}
