import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and how many of its leading bits count. */
export type Range = readonly [Address, number]

/**
 * Reads an IPv4 address of four decimal parts or an IPv6 address; null for anything else. A mapped IPv4 address comes
 * out as IPv4 and a zone is dropped, so that one machine has one spelling.
 */
export function parseAddress(text: string): Address | null {
  const plain = text.replace(/%[^%]*$/, '')
  return ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain)
    ? ipaddr.process(plain)
    : null
}

/** An IPv4 address in the one spelling that every reader of addresses writes. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/

export const isPlainIpv4 = (text: string): boolean => PLAIN_IPV4.test(text)

/** An address in the spelling of `parseAddress`; null for anything else. */
export const plainAddress = (text: string): string | null =>
  isPlainIpv4(text) ? text : (parseAddress(text)?.toString() ?? null)

/** Reads an address, or a range like 10.0.0.0/8; null for anything else. */
export function parseRange(text: string): Range | null {
  const [start = '', bits, ...rest] = text.split('/')
  const address = parseAddress(start)
  if (!address || rest.length > 0) return null
  const width = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, width]

  // The bits of a mapped range are counted in IPv6.
  const isMapped = width === 32 && start.includes(':')
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) - (isMapped ? 96 : 0) : Number.NaN
  return length >= 0 && length <= width ? [address, length] : null
}

export function isInRange(address: Address, [start, bits]: Range): boolean {
  if (address instanceof ipaddr.IPv4) return start instanceof ipaddr.IPv4 && address.match(start, bits)
  return start instanceof ipaddr.IPv6 && address.match(start, bits)
}
