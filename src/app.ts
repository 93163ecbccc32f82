import type { ErrorCode } from '#domain/errors.ts'
import { createAiCalls } from '#src/ai/calls.ts'
import { aiRoutes } from '#src/ai/routes.ts'
import { analysisRoutes } from '#src/analyses/routes.ts'
import { apiDocsRoutes } from '#src/api-docs/routes.ts'
import { refusalOf } from '#src/audit/refusals.ts'
import { auditRoutes } from '#src/audit/routes.ts'
import { backupRoutes } from '#src/backups/routes.ts'
import { breachRoutes } from '#src/breaches/routes.ts'
import { contactAdminRoutes } from '#src/contacts/admin-routes.ts'
import { contactRoutes } from '#src/contacts/routes.ts'
import { dashboardRoutes } from '#src/dashboard/routes.ts'
import { createBodyCache } from '#src/http/body-cache.ts'
import type { Call } from '#src/http/call.ts'
import { createEncoder } from '#src/http/encoder.ts'
import { createFront, type Handle } from '#src/http/front.ts'
import { createThisMachine } from '#src/http/this-machine.ts'
import { imageAdminRoutes } from '#src/images/admin-routes.ts'
import { imageRoutes } from '#src/images/routes.ts'
import { keywordRoutes } from '#src/keywords/routes.ts'
import { monitoringRoutes } from '#src/monitoring/routes.ts'
import { createProxyMemory } from '#src/monitoring/store.ts'
import { postAdminRoutes } from '#src/posts/admin-routes.ts'
import { createPublication } from '#src/posts/publication.ts'
import { postRoutes } from '#src/posts/routes.ts'
import { promptRoutes } from '#src/prompts/routes.ts'
import { createGate } from '#src/sessions/gate.ts'
import { createGuard, visitorOf, webActor } from '#src/sessions/guard.ts'
import { sessionRoutes } from '#src/sessions/routes.ts'
import { createTokens } from '#src/sessions/tokens.ts'
import { createAdminHost } from '#src/site/admin-host.ts'
import { adminPages } from '#src/site/admin-pages.ts'
import { apiPageRoutes } from '#src/site/api-page.ts'
import { blogPages } from '#src/site/blog-pages.ts'
import { discoveryRoutes } from '#src/site/discovery.ts'
import { createDocuments } from '#src/site/documents.ts'
import { feedRoutes } from '#src/site/feed-routes.ts'
import { frameRoutes } from '#src/site/frames.ts'
import { healthRoutes } from '#src/site/health.ts'
import { createOrigins } from '#src/site/origins.ts'
import { createPages } from '#src/site/pages.ts'
import { isAdminPath, pageFinder } from '#src/site/public-paths.ts'
import { createRenderer } from '#src/site/renderer.ts'
import { ownPageRoutes, siteRoutes } from '#src/site/routes.ts'
import { securityTxtRoutes } from '#src/site/security-txt.ts'
import { serviceWorkerRoutes } from '#src/site/service-worker.ts'
import { blogPosts, fixedPages, ownPagesToList } from '#src/site/sitemap.ts'
import { metricsRoutes } from '#src/statistics/metrics-routes.ts'
import { trackRoutes } from '#src/statistics/routes.ts'
import { createVisits } from '#src/statistics/visits.ts'
import { userRoutes } from '#src/users/routes.ts'
import type { Deps } from './deps.ts'

export type App = {
  /** Answers one request; never throws. */
  handle: Handle
  routes: { method: string; path: string }[]
}

const MB = 1024 * 1024

/** What is kept in memory of pages that are part of the program, of those from the database, and of lists from there. */
const KEPT_BYTES = { fixed: 24 * MB, fromDatabase: 64 * MB, lists: 32 * MB }

/** Every feature mounted. */
export function createApp(deps: Deps): App {
  const renderer = createRenderer(deps)
  const { siteUrl } = deps.config
  const origins = createOrigins(siteUrl)
  const encoder = createEncoder()
  const kept = { siteUrl, origins, encoder }
  const pages = createPages(renderer, createDocuments({ ...kept, bytes: KEPT_BYTES.fixed }), deps.ownPages)
  const publication = createPublication(deps)
  const documents = createDocuments({ ...kept, bytes: KEPT_BYTES.fromDatabase })
  const bodies = createBodyCache(KEPT_BYTES.lists, encoder)
  const tokens = createTokens(deps.db)
  const guard = createGuard(deps, tokens)
  const isOwnVisit = async (request: Request) => (await guard.identify(request)) !== null
  const thisMachine = createThisMachine({ ...deps, memory: createProxyMemory(deps) })
  const aiCalls = createAiCalls(deps)
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

  async function refused(request: Request, call: Call, code: ErrorCode): Promise<void> {
    const refusal = refusalOf(call, code)
    if (refusal) await deps.refusals.count(webActor(visitorOf(request)?.user ?? null, call), refusal)
  }

  const userOf = (request: Request) => visitorOf(request)?.user.id ?? null

  const { router, handle } = createFront({
    ...deps,
    elsewhere: createAdminHost(deps, pages),
    admit,
    userOf,
    refused,
    notFoundPage,
  })
  router
    .use(healthRoutes(deps))
    .use(monitoringRoutes(deps, thisMachine))
    .use(
      discoveryRoutes(deps, {
        publication,
        documents,
        sources: [fixedPages, ownPagesToList(deps.ownPages), blogPosts(publication)],
      }),
    )
    .use(securityTxtRoutes(deps))
    .use(siteRoutes(deps, pages, visits))
    .use(blogPages(deps, { publication, documents, renderer, visits }))
    .use(feedRoutes(deps, { publication, documents }))
    .use(frameRoutes(deps))
    .use(serviceWorkerRoutes(deps, { pages, origins, encoder }))
    .use(trackRoutes({ visits, findPage: pageFinder(publication, deps.ownPages) }))
    .use(adminPages(deps))
    .use(breachRoutes(deps))
    .use(contactRoutes(deps))
    .use(contactAdminRoutes(deps))
    .use(postRoutes({ ...deps, publication, bodies }))
    .use(postAdminRoutes({ ...deps, publication }))
    .use(imageRoutes(deps))
    .use(imageAdminRoutes(deps))
    .use(sessionRoutes(deps, tokens, thisMachine))
    .use(userRoutes(deps))
    .use(keywordRoutes(deps))
    .use(dashboardRoutes(deps))
    .use(metricsRoutes(deps))
    .use(auditRoutes(deps))
    .use(backupRoutes(deps))
    .use(promptRoutes(deps))
    .use(aiRoutes({ ...deps, aiCalls }))
    .use(analysisRoutes({ ...deps, aiCalls }))
    .use(apiDocsRoutes(deps, () => router.routes))
    .use(apiPageRoutes(deps))
  router.use(ownPageRoutes(deps, pages, visits, router.routes))
  const gate = createGate(router.routes)
  return {
    handle: (request, ...about) => {
      thisMachine.observe(request.headers)
      return handle(request, ...about)
    },
    routes: router.routes.map(({ method, path }) => ({ method, path })),
  }
}
