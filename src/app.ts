import { createAiCalls } from '#src/ai/calls.ts'
import { aiRoutes } from '#src/ai/routes.ts'
import { analysisRoutes } from '#src/analyses/routes.ts'
import { apiDocsRoutes } from '#src/api-docs/routes.ts'
import { refusalOf } from '#src/audit/refusals.ts'
import { auditRoutes } from '#src/audit/routes.ts'
import { backupRoutes } from '#src/backups/routes.ts'
import { breachRoutes } from '#src/breaches/routes.ts'
import { contactAdminRoutes } from '#src/contacts/admin-routes.ts'
import { contactPersonRoutes } from '#src/contacts/person-routes.ts'
import { contactRoutes } from '#src/contacts/routes.ts'
import { dashboardRoutes } from '#src/dashboard/routes.ts'
import { createAccessLog } from '#src/http/access-log.ts'
import { createBodyCache } from '#src/http/body-cache.ts'
import type { Call } from '#src/http/call.ts'
import { createEncoder } from '#src/http/encoder.ts'
import type { Answer } from '#src/http/listen.ts'
import { createPipeline } from '#src/http/pipeline.ts'
import { createPrepared } from '#src/http/prepared.ts'
import { createThisMachine } from '#src/http/this-machine.ts'
import { imageAdminRoutes } from '#src/images/admin-routes.ts'
import { imageRoutes } from '#src/images/routes.ts'
import { keywordRoutes } from '#src/keywords/routes.ts'
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
import { secondStepRoutes } from '#src/second-step/routes.ts'
import { authorize, CLOSED, createGuard, webActor } from '#src/sessions/guard.ts'
import { sessionRoutes } from '#src/sessions/routes.ts'
import { createTokens } from '#src/sessions/tokens.ts'
import { createAdminHost } from '#src/site/admin-host.ts'
import { adminPages } from '#src/site/admin-pages.ts'
import { blogPages } from '#src/site/blog-pages.ts'
import { discoveryRoutes } from '#src/site/discovery.ts'
import { createDocuments } from '#src/site/documents.ts'
import { STAND_IN_HOST } from '#src/site/drawn-pages.ts'
import { feedRoutes } from '#src/site/feed-routes.ts'
import { frameRoutes } from '#src/site/frames.ts'
import { healthRoutes } from '#src/site/health.ts'
import { createOrigins } from '#src/site/origins.ts'
import { createPages } from '#src/site/pages.ts'
import { postCards } from '#src/site/post-cards.ts'
import { isAdminPath, pageFinder } from '#src/site/public-paths.ts'
import { createRenderer } from '#src/site/renderer.ts'
import { ownPageRoutes, siteRoutes } from '#src/site/routes.ts'
import { securityTxtRoutes } from '#src/site/security-txt.ts'
import { serviceWorkerRoutes } from '#src/site/service-worker.ts'
import { blogPosts, fixedPages, ownPagesToList } from '#src/site/sitemap.ts'
import { metricsRoutes } from '#src/statistics/metrics-routes.ts'
import { trackRoutes } from '#src/statistics/routes.ts'
import { createVisits } from '#src/statistics/visits.ts'
import { passwordLinkRoutes } from '#src/users/link-routes.ts'
import { userRoutes } from '#src/users/routes.ts'
import type { Deps } from './deps.ts'
import type { Route } from './route.ts'

export type App = {
  /** Answers one request; never throws. */
  handle: Answer
  routes: Route[]
}

const MB = 1024 * 1024

/** What is kept in memory of pages that are part of the program, of those from the database, of searches in them, and of lists from there. */
const KEPT_BYTES = { fixed: 24 * MB, fromDatabase: 64 * MB, searches: 4 * MB, lists: 32 * MB }

/** Every feature mounted. */
export function createApp(deps: Deps): App {
  const renderer = createRenderer(deps)
  const { siteUrl } = deps.config
  const origins = createOrigins(siteUrl)
  const encoder = createEncoder()
  const kept = { siteUrl, origins, encoder }
  const logAccess = createAccessLog({ log: deps.log, isOn: deps.config.accessLog === 'on' })
  const prepared = createPrepared({ ...deps, logAccess, improve: encoder.improve })
  const fixed = {
    documents: createDocuments({ ...kept, bytes: KEPT_BYTES.fixed, standIn: STAND_IN_HOST }),
    prepared,
  }
  const pages = createPages(renderer, fixed, deps.ownPages)
  const publication = createPublication(deps)
  const documents = createDocuments({ ...kept, bytes: KEPT_BYTES.fromDatabase })
  const search = createPostSearch(deps.db)
  const searches = createDocuments({ ...kept, bytes: KEPT_BYTES.searches })
  const bodies = createBodyCache(KEPT_BYTES.lists, encoder)
  const tokens = createTokens(deps.db)
  const identify = createGuard(deps, tokens)
  const thisMachine = createThisMachine({ ...deps, memory: createProxyMemory(deps) })
  const aiCalls = createAiCalls(deps)
  const visits = createVisits({ ...deps, isOwnVisit: async (call) => (await identify(call)) !== null })

  async function notFoundPage(call: Call): Promise<Response> {
    const path = call.url.pathname
    const ownFile = isAdminPath(path) ? null : await deps.publicFolder?.answer(call.request, path)
    return ownFile ?? pages.notFound(call)
  }

  const routes: Route[] = [
    ...healthRoutes(deps, prepared),
    ...monitoringRoutes(deps, thisMachine),
    ...discoveryRoutes(deps, {
      publication,
      documents,
      prepared,
      sources: [fixedPages, ownPagesToList(deps.ownPages), blogPosts(deps.db, publication)],
    }),
    ...securityTxtRoutes(deps),
    ...siteRoutes(deps, { pages, visits, prepared }),
    ...blogPages(deps, { publication, documents, searches, search, prepared, renderer, visits }),
    ...postCards(deps),
    ...feedRoutes(deps, { publication, documents, prepared }),
    ...frameRoutes(deps),
    ...serviceWorkerRoutes(deps, { pages, origins, encoder, prepared }),
    ...trackRoutes({ visits, findPage: pageFinder(publication, deps.ownPages) }),
    ...adminPages(deps),
    ...breachRoutes(deps),
    ...contactRoutes(deps),
    ...contactAdminRoutes(deps),
    ...contactPersonRoutes(deps),
    ...postRoutes({ ...deps, publication, bodies, prepared, search }),
    ...postAdminRoutes({ ...deps, publication }),
    ...imageRoutes(deps),
    ...imageAdminRoutes(deps),
    ...sessionRoutes(deps, tokens, thisMachine),
    ...passkeyRoutes(deps, tokens),
    ...userRoutes(deps),
    ...passwordLinkRoutes(deps),
    ...personalTokenRoutes(deps),
    ...secondStepRoutes(deps),
    ...keywordRoutes(deps),
    ...dashboardRoutes(deps),
    ...metricsRoutes(deps),
    ...auditRoutes(deps),
    ...backupRoutes(deps),
    ...noticeRoutes(deps),
    ...promptRoutes(deps),
    ...aiRoutes({ ...deps, aiCalls }),
    ...analysisRoutes({ ...deps, aiCalls }),
    ...apiDocsRoutes(deps, () => routes),
  ]
  routes.push(...ownPageRoutes(deps, pages, visits, routes))
  const handle = createPipeline({
    ...deps,
    logAccess,
    routes,
    closed: CLOSED,
    elsewhere: createAdminHost(deps, pages),
    identify,
    authorize,
    idOf: ({ user }) => user.id,
    refused: async (call, caller, code) => {
      const refusal = refusalOf(call, code)
      if (refusal) await deps.refusals.count(caller?.actor ?? webActor(null, call), refusal)
    },
    notFoundPage,
  })
  return {
    handle: (request, peerOf, allowSilence) => {
      thisMachine.observe(request.headers)
      return prepared.find(request, peerOf) ?? handle(request, peerOf(), allowSilence)
    },
    routes,
  }
}
