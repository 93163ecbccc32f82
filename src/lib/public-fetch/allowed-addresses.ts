import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { parseAddress } from '#src/lib/addresses.ts'
import { rejectOnAbort } from '#src/lib/reject-on-abort.ts'
import { abortFailure, type Failure, NOT_ALLOWED, NOT_FOUND } from './failures.ts'
import { isPublicAddress } from './public-address.ts'
import { hostOf } from './target.ts'

export type ResolverOptions = {
  /** Allows any address and port, for intranets and local testing. */
  allowPrivate: boolean
  lookup?: (name: string) => Promise<{ address: string }[]>
  ownAddresses?: () => string[]
}

const ADDRESSES_MAX = 16

/**
 * Every address must be public, and not this machine's: one that isn't rejects them all, since it might be connected to
 * next.
 */
export function createAddressResolver({
  allowPrivate,
  lookup = (name) => systemLookup(name, { all: true, verbatim: true }),
  ownAddresses = addressesOfThisMachine,
  lookupMs,
}: ResolverOptions & { lookupMs: number }): (url: URL, signal: AbortSignal) => Promise<string[] | Failure> {
  /** The system's lookup can't be canceled and may hang. */
  function lookUp(name: string, signal: AbortSignal): Promise<string[] | Failure> {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(lookupMs)])
    const answers = Promise.try(lookup, name).then(
      (addresses) => addresses.map(({ address }) => address),
      () => NOT_FOUND,
    )
    return rejectOnAbort(answers, ended).catch(() => abortFailure(ended))
  }

  return async (url, signal) => {
    const host = hostOf(url)
    const found = isIP(host) === 0 ? await lookUp(host, signal) : [host]
    if (!Array.isArray(found)) return found
    if (found.length === 0) return NOT_FOUND
    const own = new Set(allowPrivate ? [] : ownAddresses().map(canonical))
    const isAllowed = (address: string) =>
      allowPrivate || (isPublicAddress(address) && !own.has(canonical(address)))
    return found.length <= ADDRESSES_MAX && found.every(isAllowed) ? found : NOT_ALLOWED
  }
}

/** Services may trust requests from this machine's own public addresses. */
export function addressesOfThisMachine(
  interfaces: Record<string, NetworkInterfaceInfo[] | undefined> = networkInterfaces(),
): string[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  return all.filter(({ internal }) => !internal).map(({ address }) => address)
}

const canonical = (address: string) => parseAddress(address)?.toString() ?? address
