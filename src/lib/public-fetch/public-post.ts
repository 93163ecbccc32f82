import { createAddressesOf, type Reachable } from './allowed-addresses.ts'
import { type Failure, isFailure } from './failures.ts'
import { LIMITS } from './limits.ts'
import { request } from './request.ts'
import { readTarget } from './target.ts'

type Letter = { headers: Record<string, string>; body: Uint8Array }

/**
 * Posts to an address that the settings name, under the same guard as what people type. Neither a redirect nor the
 * answer's body is followed or read. Whatever the other side does, it answers and never throws.
 */
export type PublicPost = (
  address: string,
  letter: Letter,
  signal: AbortSignal,
) => Promise<{ kind: 'posted'; status: number } | Failure>

type Options = Reachable & { userAgent: string; totalMs?: number; lookupMs?: number }

export function createPublicPost({
  userAgent,
  totalMs = LIMITS.totalMs,
  lookupMs = LIMITS.lookupMs,
  ...reachable
}: Options): PublicPost {
  const addressesOf = createAddressesOf({ ...reachable, lookupMs })
  return async (address, { headers, body }, cancelled) => {
    const target = readTarget(address, reachable.allowPrivate)
    if ('refusal' in target) return { kind: 'failure', reason: target.refusal }
    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(totalMs)])
    const addresses = await addressesOf(target.url, signal)
    if (isFailure(addresses)) return addresses
    const answer = await request(target.url, {
      addresses,
      headers: { ...headers, 'user-agent': userAgent },
      body,
      signal,
      wantsBody: () => false,
      mostBytes: 0,
      cuts: true,
    })
    return isFailure(answer) ? answer : { kind: 'posted', status: answer.status }
  }
}
