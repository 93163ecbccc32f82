import { Elysia } from 'elysia'
import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import type { Visits } from '#src/statistics/visits.ts'
import { siteRoutes as pageRoutes } from '#web/router.tsx'
import { encodedAnswer } from './encoded.ts'
import type { Pages } from './pages.ts'
import { SERVICE_WORKER_PATH } from './service-worker.ts'

/** Names under /assets/ carry a hash of their content, so they never change; other files may. */
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/** The public pages and the files they are made of. */
export function siteRoutes({ build }: Deps, pages: Pages, visits: Visits) {
  const routes = new Elysia()
  for (const { path } of pageRoutes) {
    routes.get(path, async ({ request }) => {
      const call = callOf(request)
      const response = await pages.answer(request, call, path)
      const isSeen =
        call.method === 'GET' && (response.status === 200 || response.status === 304) && isForShowing(request)
      if (isSeen) await visits.documentServed(request, path)
      return response
    })
  }
  routes.get(OFFLINE_NOTE_PATH, ({ request }) => pages.offlineNote(request, callOf(request)))
  for (const [path, body] of build.files) {
    if (path === SERVICE_WORKER_PATH) continue
    const headers = { 'cache-control': path.startsWith('/assets/') ? FOREVER : AN_HOUR }
    routes.get(path, ({ request }) => encodedAnswer(request, body, headers))
  }
  return routes
}

/** Browsers say what they want a document for; the service worker wants it to keep, and nobody looks at that. */
const isForShowing = ({ headers }: Request) => (headers.get('sec-fetch-dest') ?? 'document') === 'document'
