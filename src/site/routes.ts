import { Elysia } from 'elysia'
import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { encodedAnswer } from '#src/http/encoded.ts'
import type { Route } from '#src/http/methods.ts'
import type { Visits } from '#src/statistics/visits.ts'
import { sitePages } from '#web/site-pages.ts'
import { refuseTakenPaths } from './own-pages.ts'
import type { Pages } from './pages.ts'
import { countIfSeen } from './seen.ts'
import { SERVICE_WORKER_PATH } from './service-worker.ts'

/** Names under /assets/ carry a hash of their content, so they never change; other files may. */
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/** The public pages whose text is part of the program, and the files that all pages are made of. */
export function siteRoutes({ build }: Deps, pages: Pages, visits: Visits) {
  const routes = new Elysia()
  for (const { path } of sitePages.filter(({ isFromDatabase }) => !isFromDatabase)) {
    routes.get(path, pageHandler(path, pages, visits))
  }
  routes.get(OFFLINE_NOTE_PATH, ({ request }) => pages.offlineNote(request, callOf(request)))
  for (const [path, body] of build.files) {
    if (path === SERVICE_WORKER_PATH) continue
    const headers = { 'cache-control': path.startsWith('/assets/') ? FOREVER : AN_HOUR }
    routes.get(path, ({ request }) => encodedAnswer(request, body, headers))
  }
  return routes
}

/** The operator's own pages. Throws StartError for one whose path is among the `taken` routes. */
export function ownPageRoutes({ ownPages }: Deps, pages: Pages, visits: Visits, taken: Route[]) {
  refuseTakenPaths(ownPages, taken)
  const routes = new Elysia()
  for (const { path } of ownPages) routes.get(path, pageHandler(path, pages, visits))
  return routes
}

const pageHandler =
  (path: string, pages: Pages, visits: Visits) =>
  async ({ request }: { request: Request }) => {
    const response = await pages.answer(request, callOf(request), path)
    countIfSeen(visits, request, response, path)
    return response
  }
