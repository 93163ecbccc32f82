import ipaddr from 'ipaddr.js'

/** Answers whether an address belongs to a proxy whose word counts. */
export type ProxyCheck = (address: string) => boolean

/** `entries` are addresses or CIDR ranges, already checked. */
export function trustProxies(entries: string[]): ProxyCheck {
  const ranges = entries.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.process(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128] as const
  })
  return (address) => {
    if (ranges.length === 0 || !ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))
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
  let address = plainAddress(peer)
  while (isTrusted(address)) {
    const hop = hops.pop()
    if (hop === undefined || !ipaddr.isValid(hop)) break
    address = plainAddress(hop)
  }
  return address
}

const plainAddress = (address: string) =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
