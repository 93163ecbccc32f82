import { Elysia, NotFoundError } from 'elysia'
import type { Route } from '#src/api-docs/document.ts'
import { apiDocsRoutes } from '#src/api-docs/routes.ts'
import { auditRoutes } from '#src/audit/routes.ts'
import { contactAdminRoutes } from '#src/contacts/admin-routes.ts'
import { contactRoutes } from '#src/contacts/routes.ts'
import { dashboardRoutes } from '#src/dashboard/routes.ts'
import { invalid, methodNotAllowed } from '#src/errors.ts'
import { refuseBody } from '#src/http/body-limits.ts'
import { type Call, callOf, describeCall, noteCall } from '#src/http/call.ts'
import { canonicalPath } from '#src/http/canonical-path.ts'
import { trustProxies } from '#src/http/client-address.ts'
import { errorAnswer } from '#src/http/error-answer.ts'
import { allowedMethods } from '#src/http/methods.ts'
import { toAppError } from '#src/http/refusals.ts'
import { CLOSED_POLICY, securityHeaders } from '#src/http/security-headers.ts'
import { createGate } from '#src/sessions/gate.ts'
import { createGuard } from '#src/sessions/guard.ts'
import { sessionRoutes } from '#src/sessions/routes.ts'
import { createTokens } from '#src/sessions/tokens.ts'
import { adminPages } from '#src/site/admin-pages.ts'
import { apiPageRoutes } from '#src/site/api-page.ts'
import { discoveryRoutes } from '#src/site/discovery.ts'
import { healthRoutes } from '#src/site/health.ts'
import { createPages } from '#src/site/pages.ts'
import { isAdminPath, isPublicPath } from '#src/site/public-paths.ts'
import { siteRoutes } from '#src/site/routes.ts'
import { serviceWorkerRoutes } from '#src/site/service-worker.ts'
import { metricsRoutes } from '#src/statistics/metrics-routes.ts'
import { trackRoutes } from '#src/statistics/routes.ts'
import { createVisits } from '#src/statistics/visits.ts'
import { userRoutes } from '#src/users/routes.ts'
import type { Deps } from './deps.ts'

export type App = {
  /** Answers one request; never throws. `peer` is the address at the other end of the socket. */
  handle(request: Request, peer: string): Promise<Response>
  routes: { method: string; path: string }[]
}

/** Every feature mounted. */
export function createApp(deps: Deps): App {
  const { config, log } = deps
  const surroundings = { siteUrl: config.siteUrl, isTrusted: trustProxies(config.trustProxy) }
  const everyHeader = Object.entries({
    ...securityHeaders(config.siteUrl),
    'content-security-policy': CLOSED_POLICY,
  })
  const pages = createPages(deps)
  const tokens = createTokens(deps.db)
  const guard = createGuard(deps, tokens)
  const isOwnVisit = async (request: Request) => (await guard.identify(request)) !== null
  const visits = createVisits({ ...deps, isOwnVisit })

  const router: { routes: Route[]; handle(request: Request): Promise<Response> } = new Elysia({
    normalize: false,
    strictPath: true,
  })
    .onError(({ error, request }) => refuse(request, error))
    .use(healthRoutes(deps))
    .use(discoveryRoutes(deps))
    .use(siteRoutes(deps, pages, visits))
    .use(serviceWorkerRoutes(deps, pages))
    .use(trackRoutes({ visits, isPublicPath }))
    .use(adminPages(deps))
    .use(contactRoutes(deps))
    .use(contactAdminRoutes(deps))
    .use(sessionRoutes(deps, tokens))
    .use(userRoutes(deps))
    .use(dashboardRoutes(deps))
    .use(metricsRoutes(deps))
    .use(auditRoutes(deps))
    .use(apiDocsRoutes(deps, () => router.routes))
    .use(apiPageRoutes(deps))
  const routes = router.routes.map(({ method, path }) => ({ method, path }))
  const gate = createGate(router.routes)

  async function handle(request: Request, peer: string): Promise<Response> {
    const response = await answer(request, peer)
    for (const [name, value] of everyHeader) {
      if (!response.headers.has(name)) response.headers.set(name, value)
    }
    return response
  }

  async function answer(request: Request, peer: string): Promise<Response> {
    const call = describeCall(request, peer, surroundings)
    if (!call) return errorAnswer(invalid('The request has no valid address or host'), '')
    const routed = routable(request, call)
    noteCall(routed, call)
    const path = call.url.pathname
    try {
      const visitor = await guard.admit(routed, path)
      if (visitor) gate(visitor.user.role, routed.method, path)
      refuseBody(request, path)
      return unkept(await router.handle(routed), path)
    } catch (error) {
      return refuse(routed, error)
    }
  }

  async function refuse(request: Request, thrown: unknown): Promise<Response> {
    const call = callOf(request)
    const path = call.url.pathname
    if (thrown instanceof NotFoundError) {
      const allowed = allowedMethods(routes, path)
      if (allowed.length > 0) return errorAnswer(methodNotAllowed(allowed), call.id)
      const canonical = request.method === 'GET' ? canonicalPath(routes, path) : null
      if (canonical) return movedTo(canonical + call.url.search)
      if (request.method === 'GET' && !path.startsWith('/api/')) {
        return (await ownFile(request, path)) ?? pages.notFound(request, call)
      }
    }
    const error = toAppError(thrown)
    if (error.code === 'internal') {
      log.error('request failed', error.cause, { requestId: call.id, method: request.method, path })
    }
    return errorAnswer(error, call.id)
  }

  async function ownFile(request: Request, path: string): Promise<Response | null> {
    return isAdminPath(path) ? null : ((await deps.publicFolder?.answer(request, path)) ?? null)
  }

  return { handle, routes }
}

const movedTo = (location: string) =>
  new Response(null, { status: 301, headers: { location, 'cache-control': 'public, max-age=86400' } })

/** What the API says is for this caller and this moment, unless a route knows better. */
function unkept(response: Response, path: string): Response {
  if (path.startsWith('/api/') && !response.headers.has('cache-control')) {
    response.headers.set('cache-control', 'no-store')
  }
  return response
}

/**
 * The request as the router should see it. HEAD is answered as GET (the server drops the body). The router finds the
 * path by searching for a slash behind the eleventh character, so behind a host of under four letters it would see
 * another path than everyone else: such a host is replaced.
 */
function routable(request: Request, { url }: Call): Request {
  const isShortHost = url.host.length < 4
  if (request.method !== 'HEAD' && !isShortHost) return request
  const address = isShortHost ? `http://localhost${url.pathname}${url.search}` : request.url
  return request.method === 'HEAD'
    ? new Request(address, { headers: request.headers })
    : new Request(address, request)
}
