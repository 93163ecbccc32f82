import { lookup as systemLookup } from 'node:dns/promises'
import { parseAddress } from '#src/lib/addresses.ts'
import type { Failure } from './failures.ts'
import { ownAddresses as addressesOfThisMachine } from './own-addresses.ts'
import { isPublicAddress } from './public-address.ts'
import { type Lookup, resolveHost } from './resolve.ts'
import { hostOf } from './target.ts'

export type ResolverOptions = {
  /** Allows any address and port, for intranets and local testing. */
  allowPrivate: boolean
  lookup?: Lookup
  ownAddresses?: () => string[]
}

/** Every address must be public, and not this machine's. */
export function createAddressResolver({
  allowPrivate,
  lookup = (name) => systemLookup(name, { all: true, verbatim: true }),
  ownAddresses = addressesOfThisMachine,
  lookupMs,
}: ResolverOptions & { lookupMs: number }): (url: URL, signal: AbortSignal) => Promise<string[] | Failure> {
  return (url, signal) => {
    const own = new Set(allowPrivate ? [] : ownAddresses().map(canonical))
    const isAllowed = (address: string) =>
      allowPrivate || (isPublicAddress(address) && !own.has(canonical(address)))
    return resolveHost(hostOf(url), { lookup, isAllowed, lookupMs, signal })
  }
}

const canonical = (address: string) => parseAddress(address)?.toString() ?? address
