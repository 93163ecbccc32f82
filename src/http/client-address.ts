import { canonicalAddress, isInRange, parseAddress, parseRange } from '#src/lib/addresses.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { createLru } from '#src/lib/lru.ts'

export type ProxyCheck = (address: string) => boolean

const CACHED_ADDRESSES_MAX = 10_000

export function trustProxies(entries: string[]): ProxyCheck {
  const ranges = entries.map(parseRange).filter((range) => range !== null)
  if (ranges.length === 0) return () => false
  const known = createLru<string, boolean>(CACHED_ADDRESSES_MAX)
  const check = (text: string) => {
    const address = parseAddress(text)
    return address !== null && ranges.some((range) => isInRange(address, range))
  }
  return (text) => {
    const isTrusted = known.get(text) ?? check(text)
    known.set(text, isTrusted)
    return isTrusted
  }
}

/** The socket's address, or the right-most untrusted hop of X-Forwarded-For: hops further left can be forged. */
export function clientAddress(peer: string, forwardedFor: string | null, isTrusted: ProxyCheck): string {
  let address = canonicalAddress(peer) ?? peer
  if (forwardedFor === null || !isTrusted(address)) return address
  const hops = forwardedFor
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  while (isTrusted(address)) {
    const hop = canonicalAddress(withoutPort(hops.pop() ?? ''))
    if (hop === null) break
    address = copyText(hop)
  }
  return address
}

/** Some proxies add the port: 192.0.2.1:4711 or [2001:db8::1]:4711. */
const withoutPort = (hop: string) =>
  hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
