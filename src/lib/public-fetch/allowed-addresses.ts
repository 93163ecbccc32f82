import { lookup as systemLookup } from 'node:dns/promises'
import { parseAddress } from '#src/lib/addresses.ts'
import type { Failure } from './failures.ts'
import { ownAddresses as addressesOfThisMachine } from './own-addresses.ts'
import { isPublicAddress } from './public-address.ts'
import { type Lookup, resolveHost } from './resolve.ts'
import { hostOf } from './target.ts'

/** Whom a request may reach, and how that is found out. */
export type Reachable = {
  /** Any address and any port: for intranets and local trials. */
  allowPrivate: boolean
  lookup?: Lookup
  /** The addresses of this machine. */
  ownAddresses?: () => string[]
}

/** Answers what looks up the addresses of a URL's host: every one must be public, and none of this machine's own. */
export function createAddressesOf({
  allowPrivate,
  lookup = (name) => systemLookup(name, { all: true, verbatim: true }),
  ownAddresses = addressesOfThisMachine,
  lookupMs,
}: Reachable & { lookupMs: number }): (url: URL, signal: AbortSignal) => Promise<string[] | Failure> {
  return (url, signal) => {
    const own = new Set(allowPrivate ? [] : ownAddresses().map(canonical))
    const isAllowed = (address: string) =>
      allowPrivate || (isPublicAddress(address) && !own.has(canonical(address)))
    return resolveHost(hostOf(url), { lookup, isAllowed, lookupMs, signal })
  }
}

const canonical = (address: string) => parseAddress(address)?.toString() ?? address
