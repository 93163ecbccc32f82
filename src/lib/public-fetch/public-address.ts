import ipaddr from 'ipaddr.js'
import { isInRange, parseAddress, parseRange, type Range } from '#src/lib/addresses.ts'

const ranges = (...texts: string[]): Range[] => texts.map(parseRange).filter((range) => range !== null)

const GLOBAL_UNICAST = ranges('2000::/3')

/** IANA's special-purpose registries, and ranges that embed another address. */
const SPECIAL = ranges(
  // Azure's internal services, on a public address.
  '168.63.129.16',
  // Teredo, benchmarking, ORCHID and other protocols.
  '2001::/23',
  '2001:db8::/32',
  // 6to4: embeds an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
)

/** Mapped IPv4 counts as IPv4. False for zones and invalid addresses. */
export function isPublicAddress(text: string): boolean {
  const address = text.includes('%') ? null : parseAddress(text)
  if (address === null || address.range() !== 'unicast') return false
  if (SPECIAL.some((range) => isInRange(address, range))) return false
  return address instanceof ipaddr.IPv4 || GLOBAL_UNICAST.some((range) => isInRange(address, range))
}
