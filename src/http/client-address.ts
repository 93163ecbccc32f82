import { isInRange, parseAddress, parseRange } from '#src/lib/addresses.ts'

/** Answers whether an address belongs to a proxy whose word counts. */
export type ProxyCheck = (address: string) => boolean

/** `entries` are addresses or ranges like 10.0.0.0/8, already checked. */
export function trustProxies(entries: string[]): ProxyCheck {
  const ranges = entries.map(parseRange).filter((range) => range !== null)
  return (text) => {
    const address = ranges.length > 0 ? parseAddress(text) : null
    return address !== null && ranges.some((range) => isInRange(address, range))
  }
}

/**
 * Who is really asking: the socket's address, unless that is a trusted proxy; then the right-most hop of
 * X-Forwarded-For that no trusted proxy has (anything further left is the client's own claim).
 * Mapped IPv4 comes out as IPv4.
 */
export function clientAddress(peer: string, forwardedFor: string | null, isTrusted: ProxyCheck): string {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  let address = parseAddress(peer)?.toString() ?? peer
  while (isTrusted(address)) {
    const hop = parseAddress(withoutPort(hops.pop() ?? ''))
    if (hop === null) break
    address = hop.toString()
  }
  return address
}

/** Some proxies add the port: 192.0.2.1:4711 or [2001:db8::1]:4711. */
const withoutPort = (hop: string) =>
  hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
