import { apiDocsRoutes } from '#src/api-docs/routes.ts'
import { auditRoutes } from '#src/audit/routes.ts'
import { contactAdminRoutes } from '#src/contacts/admin-routes.ts'
import { contactRoutes } from '#src/contacts/routes.ts'
import { dashboardRoutes } from '#src/dashboard/routes.ts'
import type { Call } from '#src/http/call.ts'
import { createFront, type Handle } from '#src/http/front.ts'
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
  handle: Handle
  routes: { method: string; path: string }[]
}

/** Every feature mounted. */
export function createApp(deps: Deps): App {
  const pages = createPages(deps)
  const tokens = createTokens(deps.db)
  const guard = createGuard(deps, tokens)
  const isOwnVisit = async (request: Request) => (await guard.identify(request)) !== null
  const visits = createVisits({ ...deps, isOwnVisit })

  async function admit(request: Request, path: string): Promise<void> {
    const visitor = await guard.admit(request, path)
    if (visitor) gate(visitor.user.role, request.method, path)
  }

  async function notFoundPage(request: Request, call: Call): Promise<Response> {
    const path = call.url.pathname
    const ownFile = isAdminPath(path) ? null : await deps.publicFolder?.answer(request, path)
    return ownFile ?? pages.notFound(request, call)
  }

  const { router, handle } = createFront({ ...deps, admit, notFoundPage })
  router
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
  const gate = createGate(router.routes)
  return { handle, routes: router.routes.map(({ method, path }) => ({ method, path })) }
}
