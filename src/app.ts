import { Elysia } from 'elysia'
import { createAiCalls } from '#src/ai/calls.ts'
import { aiRoutes } from '#src/ai/routes.ts'
import { analysisRoutes } from '#src/analyses/routes.ts'
import { apiDocsRoutes } from '#src/api-docs/routes.ts'
import { refusalOf } from '#src/audit/refusals.ts'
import { auditRoutes } from '#src/audit/routes.ts'
import { backupRoutes } from '#src/backups/routes.ts'
import { breachRoutes } from '#src/breaches/routes.ts'
import { configurationRoutes } from '#src/configuration/routes.ts'
import { contactAdminRoutes } from '#src/contacts/admin-routes.ts'
import { contactPersonRoutes } from '#src/contacts/person-routes.ts'
import { contactRoutes } from '#src/contacts/routes.ts'
import { dashboardRoutes } from '#src/dashboard/routes.ts'
import { createAccessLog } from '#src/http/access-log.ts'
import type { Call } from '#src/http/call.ts'
import { type DeclaredRoute, declaredRoutes } from '#src/http/declared-routes.ts'
import { createBodyCache, createDocuments, createEncoder } from '#src/http/documents.ts'
import type { RequestHandler } from '#src/http/listen.ts'
import { createLocalRequests, type LocalRequests } from '#src/http/local-requests.ts'
import { createOrigins } from '#src/http/origins.ts'
import { createRequests, ROUTING } from '#src/http/requests.ts'
import { createResponseCache } from '#src/http/response-cache.ts'
import { imageAdminRoutes } from '#src/images/admin-routes.ts'
import { imageRoutes } from '#src/images/routes.ts'
import { keywordRoutes } from '#src/keywords/routes.ts'
import { healthRoutes } from '#src/monitoring/health.ts'
import { monitoringRoutes } from '#src/monitoring/routes.ts'
import { createProxyMemory } from '#src/monitoring/store.ts'
import { noticeRoutes } from '#src/notices/routes.ts'
import { passkeyRoutes } from '#src/passkeys/routes.ts'
import { personalTokenRoutes } from '#src/personal-tokens/routes.ts'
import { postAdminRoutes } from '#src/posts/admin-routes.ts'
import { createPublication } from '#src/posts/publication.ts'
import { postRoutes } from '#src/posts/routes.ts'
import { createPostSearch } from '#src/posts/search-published.ts'
import { promptRoutes } from '#src/prompts/routes.ts'
import { redirectCall } from '#src/redirects/redirect-call.ts'
import { redirectRoutes } from '#src/redirects/routes.ts'
import { secondStepRoutes } from '#src/second-step/routes.ts'
import { createAccess } from '#src/sessions/access.ts'
import { createGuard, isProtected, isProtectedRoute, webActor } from '#src/sessions/guard.ts'
import { sessionRoutes } from '#src/sessions/routes.ts'
import { createTokens } from '#src/sessions/tokens.ts'
import { createAdminHost } from '#src/site/admin-host.ts'
import { adminPages, createAdminShell } from '#src/site/admin-pages.ts'
import { blogPages } from '#src/site/blog-pages.ts'
import { discoveryRoutes } from '#src/site/discovery-routes.ts'
import { feedRoutes } from '#src/site/feed-routes.ts'
import { frameRoutes } from '#src/site/frame-routes.ts'
import { createPages, PLACEHOLDER_HOST } from '#src/site/pages.ts'
import { postCards } from '#src/site/post-cards.ts'
import { postCovers } from '#src/site/post-covers.ts'
import { isAdminPath, pageFinder } from '#src/site/public-paths.ts'
import { siteRoutes } from '#src/site/routes.ts'
import { securityTxtRoutes } from '#src/site/security-txt.ts'
import { serviceWorkerRoutes } from '#src/site/service-worker.ts'
import { blogPosts, pagesToList } from '#src/site/sitemap.ts'
import { dailyFiguresRoutes } from '#src/statistics/daily-figures-routes.ts'
import { createRequestCounter } from '#src/statistics/request-counter.ts'
import { trackRoutes } from '#src/statistics/routes.ts'
import { passwordLinkRoutes } from '#src/users/password-link-routes.ts'
import { userRoutes } from '#src/users/routes.ts'
import type { Deps } from './deps.ts'

export type App = {
  /** Never throws. */
  handle: RequestHandler
  routes: readonly DeclaredRoute[]
  localRequests: LocalRequests
}

/** All routes by the segments of their paths, then by method. */
export type Api = ReturnType<typeof createApp>['elysia']['~Routes'] &
  Exclude<ReturnType<typeof breachRoutes>, readonly unknown[]>['~Routes']

const MB = 1024 * 1024

/** Cache sizes of static pages, pages from the database, searches and API lists. */
const CACHE_BYTES = { fixed: 24 * MB, fromDatabase: 64 * MB, searches: 4 * MB, lists: 32 * MB }

/** `wait` limits how long pages wait for the posts. */
export function createApp(deps: Deps, wait?: Parameters<typeof createPublication>[1]) {
  const { siteUrl } = deps.config
  const origins = createOrigins(siteUrl)
  const encoder = createEncoder()
  const documentOptions = { siteUrl, origins, encoder }
  const logAccess = createAccessLog({ log: deps.log, isOn: deps.config.accessLog === 'on' })
  const responseCache = createResponseCache({ ...deps, logAccess, countUse: encoder.countUse })
  const publication = createPublication(deps, wait)
  const documents = createDocuments({ ...documentOptions, bytes: CACHE_BYTES.fromDatabase })
  const search = createPostSearch(deps.db)
  const searches = createDocuments({ ...documentOptions, bytes: CACHE_BYTES.searches })
  const bodies = createBodyCache(CACHE_BYTES.lists, encoder)
  const tokens = createTokens(deps.db)
  const identify = createGuard(deps, tokens)
  const localRequests = createLocalRequests({ ...deps, memory: createProxyMemory(deps) })
  const aiCalls = createAiCalls(deps)
  const requestCounter = createRequestCounter({
    siteUrl,
    ...deps,
    isSignedIn: async (call) => (await identify(call)) !== null,
  })
  const fixed = { ...documentOptions, bytes: CACHE_BYTES.fixed, placeholderHost: PLACEHOLDER_HOST }
  const pages = createPages(deps, { documents: createDocuments(fixed), responseCache, requestCounter })

  const adminShell = createAdminShell(deps)

  async function notFoundPage(call: Call): Promise<Response> {
    const path = call.url.pathname
    if (isAdminPath(path)) return adminShell(call, 404)
    return (
      (await deps.publicFolder?.respond(call.request, path)) ??
      (await redirectCall(deps.db, call)) ??
      pages.notFound(call)
    )
  }

  const routes: DeclaredRoute[] = []
  const requests = createRequests({
    ...deps,
    logAccess,
    routes: () => routes,
    isProtected,
    handleAdminHost: createAdminHost(deps, pages),
    identify,
    idOf: ({ user }) => user.id,
    onError: async (call, caller, code) => {
      const refusal = refusalOf(call, code)
      if (refusal) await deps.refusals.record(caller?.actor ?? webActor(null, call), refusal)
    },
    notFoundPage,
  })
  const { access, countDeclared } = createAccess(requests)
  const app = new Elysia(ROUTING)
    .use(requests.plugin)
    .use(healthRoutes(deps, responseCache, access))
    .use(monitoringRoutes(deps, localRequests, publication, access))
    .use(
      discoveryRoutes(
        deps,
        {
          publication,
          documents,
          responseCache,
          sources: [pagesToList(deps.customPages), blogPosts(deps.db, publication)],
        },
        access,
      ),
    )
    .use(securityTxtRoutes(deps, access))
    .use(blogPages(deps, { publication, pages, documents, searches, search }, access))
    .use(postCards(deps, access))
    .use(postCovers(deps, { publication, documents, responseCache }, access))
    .use(feedRoutes(deps, { publication, documents, responseCache }, access))
    .use(frameRoutes(deps, access))
    .use(serviceWorkerRoutes(deps, { pages, origins, encoder, responseCache }, access))
    .use(trackRoutes({ requestCounter, findPage: pageFinder(publication, deps.customPages) }, access))
    .use(adminPages(adminShell, access))
    .use(breachRoutes(deps, access))
    .use(contactRoutes(deps, access))
    .use(contactAdminRoutes(deps, access))
    .use(contactPersonRoutes(deps, access))
    .use(postRoutes({ ...deps, publication, bodies, responseCache, search }, access))
    .use(postAdminRoutes({ ...deps, publication }, access))
    .use(imageRoutes(deps, access))
    .use(imageAdminRoutes(deps, access))
    .use(sessionRoutes(deps, tokens, localRequests, access))
    .use(passkeyRoutes(deps, tokens, access))
    .use(userRoutes(deps, access))
    .use(passwordLinkRoutes(deps, access))
    .use(personalTokenRoutes(deps, access))
    .use(secondStepRoutes(deps, access))
    .use(keywordRoutes(deps, access))
    .use(dashboardRoutes(deps, access))
    .use(dailyFiguresRoutes(deps, access))
    .use(auditRoutes(deps, access))
    .use(backupRoutes(deps, access))
    .use(noticeRoutes(deps, access))
    .use(configurationRoutes(deps, access))
    .use(promptRoutes(deps, access))
    .use(redirectRoutes(deps, { publication, routes: () => routes }, access))
    .use(aiRoutes({ ...deps, aiCalls }, access))
    .use(analysisRoutes({ ...deps, aiCalls }, access))
    .use(apiDocsRoutes(deps, () => routes, access))
  app.use(siteRoutes(deps, { pages, responseCache }, app.routes, access))
  routes.push(...declaredRoutes(app.routes, { count: countDeclared(), isProtected: isProtectedRoute }))
  const handle: RequestHandler = (request, peerOf, extendIdleTimeout) => {
    localRequests.observe(request.headers)
    return (
      responseCache.find(request, peerOf) ?? requests.respond(app.fetch, request, peerOf(), extendIdleTimeout)
    )
  }
  return { handle, routes, localRequests, elysia: app }
}
