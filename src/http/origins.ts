import { LRUCache } from 'lru-cache'
import type { Call } from '#src/http/call.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'

export type Origins = {
  /** Counts a new origin. Returns 0 if it is accepted, else the seconds until the client may use another one. */
  tryAccept(call: Call): Promise<number>
}

/** A site has only a few names, and compressing its pages takes about 100 ms per name. */
const PER_NETWORK_RATE = { attempts: 10, seconds: 600 }
const TOTAL_RATE = { attempts: 300, seconds: 600 }
const ORIGINS_MAX = 1_000

/** Without SITE_URL, the origin comes from the Host header, which clients can vary endlessly. */
export function createOrigins(siteUrl: string | undefined): Origins {
  const known = new LRUCache<string, true>({ max: ORIGINS_MAX })
  const pending = new Map<string, Promise<number>>()
  const networkLimit = createRateLimit(PER_NETWORK_RATE)
  const totalLimit = createRateLimit(TOTAL_RATE)

  async function admit({ origin, address }: Call): Promise<number> {
    try {
      const seconds =
        (await networkLimit.tryTake(networkOf(address))) || (await totalLimit.tryTake('everyone'))
      if (seconds === 0) known.set(origin, true)
      return seconds
    } finally {
      pending.delete(origin)
    }
  }

  return {
    tryAccept: async (call) => {
      if (siteUrl !== undefined || known.get(call.origin)) return 0
      const waiting = pending.get(call.origin) ?? admit(call)
      pending.set(call.origin, waiting)
      return waiting
    },
  }
}
