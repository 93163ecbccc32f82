import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { encodedResponse } from '#src/http/encoded-body.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { page, type Route } from '#src/route.ts'
import { countPageView } from '#src/statistics/count-page-view.ts'
import type { RequestCounter } from '#src/statistics/request-counter.ts'
import { sitePages } from '#web/site-pages.ts'
import { checkPathsAreFree } from './custom-page-paths.ts'
import type { Pages } from './pages.ts'
import { SERVICE_WORKER_PATH } from './service-worker.ts'

/** For /assets/, where names contain a content hash. */
const FOREVER = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

type Services = { pages: Pages; requestCounter: RequestCounter; responseCache: ResponseCache }

export function siteRoutes({ build }: Deps, { pages, requestCounter, responseCache }: Services): Route[] {
  const files = [...build.files].filter(([path]) => path !== SERVICE_WORKER_PATH)
  return [
    ...sitePages
      .filter(({ isFromDatabase }) => !isFromDatabase)
      .map(({ path }) => countedPage(path, pages, requestCounter)),
    page(OFFLINE_NOTE_PATH, ({ call }) => pages.offlineNote(call)),
    ...files.map(([path, file]) => {
      const body = { ...file, isShared: true }
      const headers = { 'cache-control': path.startsWith('/assets/') ? FOREVER : ONE_HOUR }
      return page(path, ({ call }) => {
        responseCache.store(call, { body, headers, location: path })
        return encodedResponse(call, body, headers)
      })
    }),
  ]
}

/** Throws StartError for a page whose path is among the `taken` routes. */
export function customPageRoutes(
  { customPages }: Deps,
  pages: Pages,
  requestCounter: RequestCounter,
  taken: Route[],
): Route[] {
  checkPathsAreFree(customPages, taken)
  return customPages.map(({ path }) => countedPage(path, pages, requestCounter))
}

const countedPage = (path: string, pages: Pages, requestCounter: RequestCounter) =>
  page(path, async ({ call }) => {
    const response = await pages.respond(call, path, (request, peer) =>
      requestCounter.countCachedDocument(request, peer, path),
    )
    countPageView(requestCounter, call, response, path)
    return response
  })
