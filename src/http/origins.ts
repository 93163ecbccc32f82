import { LRUCache } from 'lru-cache'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Call } from '#src/http/call.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'

export type Origins = ReturnType<typeof createOrigins>

const ORIGINS_MAX = 1_000

/** Without SITE_URL, the origin comes from the Host header, which clients can vary endlessly. */
export function createOrigins(siteUrl: string | undefined) {
  const known = new LRUCache<string, true>({ max: ORIGINS_MAX })
  const ofNetwork = createRateLimit(RATE_LIMITS.newOrigins)
  const ofAll = createRateLimit(RATE_LIMITS.newOriginsOfAll)

  return {
    tryAccept: ({ origin, address }: Call): number => {
      if (siteUrl !== undefined || known.get(origin)) return 0
      const seconds = ofNetwork.tryTake(networkOf(address)) || ofAll.tryTake('')
      if (seconds === 0) known.set(origin, true)
      return seconds
    },
  }
}
