import { canonicalAddress, isInRange, parseAddress, parseRange } from '#src/lib/addresses.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { memoize } from '#src/lib/memoize.ts'

export type ProxyCheck = (address: string) => boolean

const CACHED_ADDRESSES_MAX = 10_000

export function trustProxies(entries: string[]): ProxyCheck {
  const ranges = entries.map(parseRange).filter((range) => range !== null)
  if (ranges.length === 0) return () => false
  return memoize(CACHED_ADDRESSES_MAX, (text) => {
    const address = parseAddress(text)
    return address !== null && ranges.some((range) => isInRange(address, range))
  })
}

/** The socket's address, or the right-most untrusted hop of X-Forwarded-For: hops further left can be forged. */
export function clientAddress(peer: string, forwardedFor: string | null, isTrusted: ProxyCheck): string {
  let address = canonicalAddress(peer) ?? peer
  if (forwardedFor === null || !isTrusted(address)) return address
  for (let end = forwardedFor.length; end > 0 && isTrusted(address); ) {
    const comma = forwardedFor.lastIndexOf(',', end - 1)
    const text = forwardedFor.slice(comma + 1, end).trim()
    end = comma
    if (text === '') continue
    const hop = canonicalAddress(text) ?? canonicalAddress(withoutPort(text))
    if (hop === null) break
    address = hop.length === forwardedFor.length ? hop : copyText(hop)
  }
  return address
}

/** Some proxies add the port: 192.0.2.1:4711 or [2001:db8::1]:4711. */
const withoutPort = (hop: string) =>
  hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
