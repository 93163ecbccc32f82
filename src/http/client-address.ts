import { isInRange, parseAddress, parseRange, plainAddress } from '#src/lib/addresses.ts'
import { createLru } from '#src/lib/lru.ts'

/** Answers whether an address belongs to a proxy whose word counts. */
export type ProxyCheck = (address: string) => boolean

/** Asked for with every request, of the proxy and of who is behind it. */
const KEPT_ADDRESSES = 10_000

/** `entries` are addresses or ranges like 10.0.0.0/8, already checked. */
export function trustProxies(entries: string[]): ProxyCheck {
  const ranges = entries.map(parseRange).filter((range) => range !== null)
  if (ranges.length === 0) return () => false
  const known = createLru<string, boolean>(KEPT_ADDRESSES)
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

/**
 * Who is really asking: the socket's address, unless that is a trusted proxy; then the right-most hop of
 * X-Forwarded-For that no trusted proxy has (anything further left is the client's own claim).
 * Mapped IPv4 comes out as IPv4.
 */
export function clientAddress(peer: string, forwardedFor: string | null, isTrusted: ProxyCheck): string {
  let address = plainAddress(peer) ?? peer
  if (forwardedFor === null || !isTrusted(address)) return address
  const hops = forwardedFor
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  while (isTrusted(address)) {
    const hop = plainAddress(withoutPort(hops.pop() ?? ''))
    if (hop === null) break
    address = hop
  }
  return address
}

/** Some proxies add the port: 192.0.2.1:4711 or [2001:db8::1]:4711. */
const withoutPort = (hop: string) =>
  hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
