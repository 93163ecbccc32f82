import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { encodedAnswer } from '#src/http/encoded.ts'
import type { Prepared } from '#src/http/prepared.ts'
import { page, type Route } from '#src/route.ts'
import type { Visits } from '#src/statistics/visits.ts'
import { sitePages } from '#web/site-pages.ts'
import { refuseTakenPaths } from './own-page-paths.ts'
import type { Pages } from './pages.ts'
import { countIfSeen } from './seen.ts'
import { SERVICE_WORKER_PATH } from './service-worker.ts'

/** Names under /assets/ carry a hash of their content, so they never change; other files may. */
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

type Services = { pages: Pages; visits: Visits; prepared: Prepared }

/** The public pages whose text is part of the program, and the files that all pages are made of. */
export function siteRoutes({ build }: Deps, { pages, visits, prepared }: Services): Route[] {
  const files = [...build.files].filter(([path]) => path !== SERVICE_WORKER_PATH)
  return [
    ...sitePages
      .filter(({ isFromDatabase }) => !isFromDatabase)
      .map(({ path }) => countedPage(path, pages, visits)),
    page(OFFLINE_NOTE_PATH, ({ call }) => pages.offlineNote(call)),
    ...files.map(([path, file]) => {
      const body = { ...file, isShared: true }
      const headers = { 'cache-control': path.startsWith('/assets/') ? FOREVER : AN_HOUR }
      return page(path, ({ call }) => {
        prepared.keep(call, { body, headers, location: path })
        return encodedAnswer(call, body, headers)
      })
    }),
  ]
}

/** The operator's own pages. Throws StartError for one whose path is among the `taken` routes. */
export function ownPageRoutes({ ownPages }: Deps, pages: Pages, visits: Visits, taken: Route[]): Route[] {
  refuseTakenPaths(ownPages, taken)
  return ownPages.map(({ path }) => countedPage(path, pages, visits))
}

const countedPage = (path: string, pages: Pages, visits: Visits) =>
  page(path, async ({ call }) => {
    const response = await pages.answer(call, path, (request, peer) =>
      visits.documentSeen(request, peer, path),
    )
    countIfSeen(visits, call, response, path)
    return response
  })
