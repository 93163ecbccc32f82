import ipaddr from 'ipaddr.js'
import type { RateRule } from '#domain/rate-limits.ts'
import { rateLimited } from '#src/errors.ts'
import { isPlainIpv4 } from '#src/lib/addresses.ts'
import { createLru } from '#src/lib/lru.ts'

export type Taken = { count: number; freeAt: number; expiresAt: number }

export type RateLimit = {
  tryTake(key: string): number
  take(key: string): void
}

const SECOND_MS = 1000

/** Clients can invent keys, so the least recently used are dropped. */
const KEYS_MAX = 50_000

/** Without those that have expired, or come from a clock that was ahead: setting a clock back must not lock anyone out. */
export function takenNow(rule: RateRule, taken: Taken | null | undefined, now: number): Taken {
  const isValid = taken && taken.expiresAt > now && taken.expiresAt <= now + lifetimeOf(rule)
  return isValid ? taken : { count: 0, freeAt: now, expiresAt: now }
}

export function recount(rule: RateRule, taken: Taken, change: 1 | -1, now: number): Taken {
  const count = taken.count + change
  if (count <= 0) return { count: 0, freeAt: now, expiresAt: now }
  if ('thenEvery' in rule) {
    const every = rule.thenEvery * SECOND_MS
    const expiresAt = taken.expiresAt + change * every
    return { count, freeAt: expiresAt - (rule.attempts - 1) * every, expiresAt }
  }
  if ('resetAfter' in rule) {
    const doubled = Math.min(rule.longestWait, rule.firstWait * 2 ** (count - rule.attempts))
    const freeAt = now + (count < rule.attempts ? 0 : doubled * SECOND_MS)
    return { count, freeAt, expiresAt: now + rule.resetAfter * SECOND_MS }
  }
  const expiresAt = taken.count === 0 ? now + rule.within * SECOND_MS : taken.expiresAt
  return { count, freeAt: count < rule.attempts ? now : expiresAt, expiresAt }
}

function lifetimeOf(rule: RateRule): number {
  if ('thenEvery' in rule) return rule.attempts * rule.thenEvery * SECOND_MS
  return ('resetAfter' in rule ? rule.resetAfter : rule.within) * SECOND_MS
}

export function createRateLimit(
  rule: RateRule,
  { now = () => Date.now(), keys = KEYS_MAX }: { now?: () => number; keys?: number } = {},
): RateLimit {
  const ttl = lifetimeOf(rule)
  const counts = createLru<string, Taken>(keys, { ttl, ttlResolution: 0, perf: { now } })
  let purgedAt = now()

  function tryTake(key: string): number {
    const time = now()
    const taken = takenNow(rule, counts.get(key), time)
    if (taken.freeAt > time) return Math.ceil((taken.freeAt - time) / SECOND_MS)
    if (Math.abs(time - purgedAt) > ttl) {
      purgedAt = time
      counts.purgeStale()
    }
    counts.set(key, recount(rule, taken, 1, time))
    return 0
  }

  return {
    tryTake,
    take: (key) => {
      const wait = tryTake(key)
      if (wait > 0) throw rateLimited(wait)
    },
  }
}

/** The network that one client controls: an IPv4 address or an IPv6 /64. Other values are returned unchanged. */
export const networkOf = (address: string): string =>
  isPlainIpv4(address) ? address : prefixOf(address, { octets: 4, groups: 4 })

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
