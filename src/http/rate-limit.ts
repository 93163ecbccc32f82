import ipaddr from 'ipaddr.js'
import { rateLimited } from '#src/errors.ts'
import { isPlainIpv4 } from '#src/lib/addresses.ts'
import { createLru } from '#src/lib/lru.ts'

export type RateLimit = {
  /** Counts an attempt. Returns 0 if allowed, else the seconds to wait. */
  tryTake(key: string): Promise<number>
  /** Counts an attempt and returns its number, from 1. Throws AppError rate_limited. */
  take(key: string): Promise<number>
}

type Options = { attempts: number; seconds: number; keys?: number }

/** Clients can invent keys, so the least recently used are dropped. */
const KEYS_MAX = 50_000

/** A fixed window per key, starting with its first attempt. In memory. */
export function createRateLimit({ attempts, seconds, keys = KEYS_MAX }: Options): RateLimit {
  const taken = createLru<string, { number: number }>(keys, {
    ttl: seconds * 1000,
    ttlResolution: 0,
    perf: Date,
  })
  let purgedAt = Date.now()

  function consume(key: string): { number: number; wait: number } {
    const entry = taken.get(key) ?? begin(key)
    entry.number += 1
    const wait = entry.number > attempts ? Math.max(1, Math.ceil(taken.getRemainingTTL(key) / 1000)) : 0
    return { number: entry.number, wait }
  }

  function begin(key: string): { number: number } {
    if (Math.abs(Date.now() - purgedAt) > seconds * 1000) {
      purgedAt = Date.now()
      taken.purgeStale()
    }
    const first = { number: 0 }
    taken.set(key, first)
    return first
  }

  return {
    tryTake: async (key) => consume(key).wait,
    take: async (key) => {
      const { number, wait } = consume(key)
      if (wait > 0) throw rateLimited(wait)
      return number
    },
  }
}

/** The network that one client controls: an IPv4 address or an IPv6 /64. Other values are returned unchanged. */
export const networkOf = (address: string): string =>
  isPlainIpv4(address) ? address : prefixOf(address, { octets: 4, groups: 4 })

/** What one organization may own: an IPv4 /24 or IPv6 /48. */
export const wideNetworkOf = (address: string): string => prefixOf(address, { octets: 3, groups: 3 })

/** Like `wideNetworkOf`, for display: too coarse to identify a household. '' without a valid address. */
export const coarseNetworkOf = (address: string): string =>
  ipaddr.isValid(address) ? wideNetworkOf(address) : ''

function prefixOf(address: string, { octets, groups }: { octets: number; groups: number }): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) {
    if (octets === 4) return parsed.toString()
    return `${parsed.octets.slice(0, octets).join('.')}.0/${octets * 8}`
  }
  const prefix = parsed.parts.slice(0, groups).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${groups * 16}`
}
