import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core'
import { matchPrecache, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { type KeptFiles, OFFLINE_NOTE_PATH } from '#domain/site.ts'

/** Of the worker's global object, what is used here; the server writes `kept` in front of this script. */
type WorkerScope = {
  kept: KeptFiles
  skipWaiting(): Promise<void>
  addEventListener(
    event: 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
}
declare const self: WorkerScope

const CACHE_PREFIX = 'site'

/** How long a kept page waits for the server's answer: a bad network is no better than none. */
const PATIENCE_SECONDS = 3

/** The API, the admin area and the frames of others never come from this worker. */
const NOT_OURS = /^\/(?:api|admin|frames)(?:[/?]|$)/i

// Every release has a cache of its own, filled whole before it counts, so that a page and its files are of one release.
setCacheNameDetails({ prefix: CACHE_PREFIX, precache: 'kept', suffix: self.kept.release })
precache(self.kept.files)

// A new release takes over at once: pages still open find the files they may yet ask for in the previous one's cache.
void self.skipWaiting()
clientsClaim()
self.addEventListener('activate', (event) => event.waitUntil(forgetOldReleases()))

const patiently = new NetworkOnly()
const briefly = new NetworkOnly({ networkTimeoutSeconds: PATIENCE_SECONDS })

// Documents come from the server whenever it answers: they name the files they need, and those never change.
registerRoute(
  new NavigationRoute(
    async (visit) => {
      const kept = await matchPrecache(visit.url.pathname)
      if (!kept) return patiently.handle(visit).catch(offlineNote)
      const answer = await briefly.handle(visit).catch(() => kept)
      return answer.status >= 500 ? kept : answer
    },
    { denylist: [NOT_OURS] },
  ),
)

// The name of such a file is a hash of its content: whichever release kept it, it is the right one.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request),
)

const offlineNote = async () => (await matchPrecache(OFFLINE_NOTE_PATH)) ?? Response.error()

/** Leaves the previous release, for pages that are still open. */
async function forgetOldReleases(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(`${CACHE_PREFIX}-`) && name !== cacheNames.precache)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}
