import ipaddr from 'ipaddr.js'
import { isInRange, parseAddress, parseRange, type Range } from '#src/lib/addresses.ts'

const ranges = (...texts: string[]): Range[] => texts.map(parseRange).filter((range) => range !== null)

/** All that is handed out to the public Internet so far. */
const GLOBAL_UNICAST = ranges('2000::/3')

/** Inside of it, but of special purpose: IANA's registries, and those that carry another address within. */
const SPECIAL = ranges(
  // Azure's own services, for each virtual machine; an address like any other to everyone else.
  '168.63.129.16',
  // Teredo, benchmarks, ORCHID and other protocols' own.
  '2001::/23',
  '2001:db8::/32',
  // 6to4: the next 32 bits are an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
)

/**
 * Whether an address, as the system or a URL spells it, belongs to the public Internet. A mapped IPv4 address counts
 * as IPv4; one with a zone, and whatever is no address, is not public.
 */
export function isPublicAddress(text: string): boolean {
  const address = text.includes('%') ? null : parseAddress(text)
  if (address === null || address.range() !== 'unicast') return false
  if (SPECIAL.some((range) => isInRange(address, range))) return false
  return address instanceof ipaddr.IPv4 || GLOBAL_UNICAST.some((range) => isInRange(address, range))
}
