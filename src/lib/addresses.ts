import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export type Range = readonly [Address, number]

/** Null for anything but four-part IPv4 and IPv6. Unmaps IPv4 and drops zones. */
export function parseAddress(text: string): Address | null {
  const plain = text.replace(/%[^%]*$/, '')
  return ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain)
    ? ipaddr.process(plain)
    : null
}

/** Canonical IPv4: nothing to normalize. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/

export const isPlainIpv4 = (text: string): boolean => PLAIN_IPV4.test(text)

export const canonicalAddress = (text: string): string | null =>
  isPlainIpv4(text) ? text : (parseAddress(text)?.toString() ?? null)

/** Reads an address or a range like 10.0.0.0/8; null for anything else. */
export function parseRange(text: string): Range | null {
  const [start = '', bits, ...rest] = text.split('/')
  const address = parseAddress(start)
  if (!address || rest.length > 0) return null
  const width = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, width]

  // A mapped range such as ::ffff:10.0.0.0/104 counts its bits in IPv6.
  const isMapped = width === 32 && start.includes(':')
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) - (isMapped ? 96 : 0) : Number.NaN
  return length >= 0 && length <= width ? [address, length] : null
}

export function isInRange(address: Address, [start, bits]: Range): boolean {
  if (address instanceof ipaddr.IPv4) return start instanceof ipaddr.IPv4 && address.match(start, bits)
  return start instanceof ipaddr.IPv6 && address.match(start, bits)
}
