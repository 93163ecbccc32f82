import { Elysia, NotFoundError } from 'elysia'
import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import type { EncodedBody } from '#src/http/encoded-body.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { hasWordPressQuery, redirectCall } from '#src/redirects/redirect-call.ts'
import type { Access } from '#src/sessions/access.ts'
import { sitePages } from '#web/site-pages.ts'
import { checkPathsAreFree } from './custom-page-paths.ts'
import type { Pages } from './pages.ts'
import { SERVICE_WORKER_PATH } from './service-worker.ts'

/** Names contain a content hash. */
const ASSETS = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

type Services = { pages: Pages; responseCache: ResponseCache }

/** Throws StartError for a custom page whose path is among the `taken` routes. */
export function siteRoutes(
  { build, customPages, db }: Deps,
  { pages, responseCache }: Services,
  taken: readonly { path: string }[],
  access: Access,
) {
  const fixed = sitePages.filter(({ isFromDatabase }) => !isFromDatabase)
  const routes = new Elysia()
    .use(access)
    .get(OFFLINE_NOTE_PATH, ({ call }) => pages.offlineNote(call), { open: true })
    // One route, because two hundred take 10 ms of startup time.
    .get(
      `${ASSETS}:file`,
      ({ call }) => {
        const path = call.url.pathname
        const file = build.files.get(path)
        if (!file) throw new NotFoundError()
        return responseCache.respond(call, documentOf(path, file, FOREVER))
      },
      { open: true },
    )
  for (const [path, file] of build.files) {
    if (path.startsWith(ASSETS) || path === SERVICE_WORKER_PATH) continue
    const document = documentOf(path, file, ONE_HOUR)
    routes.get(path, ({ call }) => responseCache.respond(call, document), { open: true })
  }
  const kept = fixed.filter(({ isReplaceable }) => !isReplaceable)
  checkPathsAreFree(customPages, [...taken, ...routes.routes, ...kept])
  for (const path of new Set([...fixed, ...customPages].map(({ path }) => path))) {
    routes.get(
      path,
      async ({ call }) => {
        const redirect = path === '/' && hasWordPressQuery(call) ? await redirectCall(db, call) : null
        return redirect ?? pages.fixed(call, path)
      },
      { open: true },
    )
  }
  return routes
}

const documentOf = (path: string, file: EncodedBody, cacheControl: string) => ({
  body: { ...file, isShared: true },
  headers: { 'cache-control': cacheControl },
  location: path,
})
