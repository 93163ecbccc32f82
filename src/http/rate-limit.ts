import ipaddr from 'ipaddr.js'
import { rateLimited } from '#src/errors.ts'
import { isPlainIpv4 } from '#src/lib/addresses.ts'
import { createLru } from '#src/lib/lru.ts'

export type RateLimit = {
  /** Takes one attempt of `key`. Answers 0 when it was allowed, else the seconds until the next one will be. */
  wait(key: string): Promise<number>
  /** Takes one attempt of `key` and returns its number, from 1. Throws AppError rate_limited when none is left. */
  take(key: string): Promise<number>
}

type Options = { attempts: number; seconds: number; keys?: number }

/** A stranger can invent keys without end: of more than this the ones longest unused are forgotten. */
const KEPT_KEYS = 50_000

/** Allows each key so many attempts in so many seconds, counted from its first one. Counts in memory only. */
export function createRateLimit({ attempts, seconds, keys = KEPT_KEYS }: Options): RateLimit {
  const taken = createLru<string, { number: number }>(keys, {
    ttl: seconds * 1000,
    ttlResolution: 0,
    perf: Date,
  })
  let purgedAt = Date.now()

  function consume(key: string): { number: number; wait: number } {
    const known = taken.get(key) ?? begin(key)
    known.number += 1
    const wait = known.number > attempts ? Math.max(1, Math.ceil(taken.getRemainingTTL(key) / 1000)) : 0
    return { number: known.number, wait }
  }

  function begin(key: string): { number: number } {
    // A key is an address: when its time is over, nothing of it is to stay.
    if (Math.abs(Date.now() - purgedAt) > seconds * 1000) {
      purgedAt = Date.now()
      taken.purgeStale()
    }
    const first = { number: 0 }
    taken.set(key, first)
    return first
  }

  return {
    wait: async (key) => consume(key).wait,
    take: async (key) => {
      const { number, wait } = consume(key)
      if (wait > 0) throw rateLimited(wait)
      return number
    },
  }
}

/**
 * What one client can't easily leave: its IPv4 address, or the /64 that its IPv6 address is in, as a household or a
 * rented server has 2^64 of those to choose from. Anything else comes back as it is.
 */
export const networkOf = (address: string): string =>
  isPlainIpv4(address) ? address : prefixOf(address, { octets: 4, groups: 4 })

/** What one organization may hold: an IPv4 /24 or an IPv6 /48. Anything else comes back as it is. */
export const wideNetworkOf = (address: string): string => prefixOf(address, { octets: 3, groups: 3 })

/** The network of an address, coarse enough not to point at a household: an IPv4 /24 or an IPv6 /48. Empty for no address. */
export const coarseNetworkOf = (address: string): string =>
  ipaddr.isValid(address) ? prefixOf(address, { octets: 3, groups: 3 }) : ''

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
