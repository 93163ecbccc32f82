import { LRUCache } from 'lru-cache'
import type { Call } from '#src/http/call.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'

export type Origins = {
  /** 0 for an origin that pages are made up for; else the seconds until the asker may bring up another one. */
  wait(call: Call): Promise<number>
}

/** One site has a few names; its pages at a name cost about 100 ms to compress. */
const OF_NETWORK = { attempts: 10, seconds: 600 }
const OF_EVERYONE = { attempts: 300, seconds: 600 }
const KEPT_ORIGINS = 1_000

/**
 * Where the site has no address of its own, it is at whatever address is asked for, and a stranger can make those up
 * without end: each network may bring up a few.
 */
export function createOrigins(siteUrl: string | undefined): Origins {
  const known = new LRUCache<string, true>({ max: KEPT_ORIGINS })
  const pending = new Map<string, Promise<number>>()
  const ofNetwork = createRateLimit(OF_NETWORK)
  const ofEveryone = createRateLimit(OF_EVERYONE)

  async function judge({ origin, address }: Call): Promise<number> {
    try {
      const seconds = (await ofNetwork.wait(networkOf(address))) || (await ofEveryone.wait('everyone'))
      if (seconds === 0) known.set(origin, true)
      return seconds
    } finally {
      pending.delete(origin)
    }
  }

  return {
    wait: async (call) => {
      if (siteUrl !== undefined || known.get(call.origin)) return 0
      const waiting = pending.get(call.origin) ?? judge(call)
      pending.set(call.origin, waiting)
      return waiting
    },
  }
}
