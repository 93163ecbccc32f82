import { type AnyElysia, Elysia } from 'elysia'
import { createAccessLog } from '#src/http/access-log.ts'
import { type DeclaredRoute, declaredRoutes } from '#src/http/declared-routes.ts'
import { listen } from '#src/http/listen.ts'
import { createRequests, ROUTING } from '#src/http/requests.ts'
import { createMetrics } from '#src/lib/metrics.ts'
import { createLog } from '#src/log.ts'
import { type Access, createAccess } from '#src/sessions/access.ts'
import { type Identify, isProtected, isProtectedRoute } from '#src/sessions/guard.ts'
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

type Feature = (access: Access) => AnyElysia

export const open =
  (method: string, path: string, handle: () => unknown): Feature =>
  (access) =>
    new Elysia().use(access).route(method, path, handle, { open: true })

/** The HTTP part with these features, without the app. Throws if their routes can't be declared together. */
export function testRequests(
  features: Feature[] = [],
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
  const routes: DeclaredRoute[] = []
  const requests = createRequests({
    routes: () => routes,
    isProtected,
    config: { siteUrl, hstsSubdomains, trustProxy },
    logAccess: createAccessLog({ log, isOn: accessLog === 'on' }),
    log,
    metrics,
    handleAdminHost: async () => null,
    identify,
    idOf: ({ user }) => user.id,
    onError: async () => undefined,
    notFoundPage,
  })
  const { access, countDeclared } = createAccess(requests)
  const app = new Elysia(ROUTING).use(requests.plugin)
  for (const feature of features) app.use(feature(access))
  routes.push(...declaredRoutes(app.routes, { count: countDeclared(), isProtected: isProtectedRoute }))
  const handle = (request: Request, peer: string, extendIdleTimeout?: (seconds: number) => void) =>
    requests.respond(app.fetch, request, peer, extendIdleTimeout)

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
