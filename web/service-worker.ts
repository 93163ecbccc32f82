import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core'
import { matchPrecache, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { OFFLINE_NOTE_PATH, type OfflineFiles } from '#domain/site.ts'

/** The server prepends `kept`. */
type WorkerScope = {
  kept: OfflineFiles
  skipWaiting(): Promise<void>
  addEventListener(
    event: 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
}
declare const self: WorkerScope

const CACHE_PREFIX = 'site'

/** On a slow network, the cached page is shown after this time. */
const TIMEOUT_SECONDS = 3

const NEVER_CACHED = /^\/(?:api|admin|frames)(?:[/?]|$)/i

// One cache per release, so that pages and files match.
setCacheNameDetails({ prefix: CACHE_PREFIX, precache: 'kept', suffix: self.kept.release })
precache(self.kept.files)

void self.skipWaiting()
clientsClaim()
self.addEventListener('activate', (event) => event.waitUntil(deleteOldReleases()))

const network = new NetworkOnly()
const networkWithTimeout = new NetworkOnly({ networkTimeoutSeconds: TIMEOUT_SECONDS })

registerRoute(
  new NavigationRoute(
    async (visit) => {
      const cached = await matchPrecache(visit.url.pathname)
      if (!cached) return network.handle(visit).catch(offlineNote)
      const response = await networkWithTimeout.handle(visit).catch(() => cached)
      return response.status >= 500 ? cached : response
    },
    { denylist: [NEVER_CACHED] },
  ),
)

// Names contain a content hash, so any release's cache will do.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request),
)

const offlineNote = async () => (await matchPrecache(OFFLINE_NOTE_PATH)) ?? Response.error()

/** Keeps the previous release for open pages. */
async function deleteOldReleases(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(`${CACHE_PREFIX}-`) && name !== cacheNames.precache)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}
