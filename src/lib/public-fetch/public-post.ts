import { createAddressResolver, type ResolverOptions } from './allowed-addresses.ts'
import { type Failure, isFailure } from './failures.ts'
import { LIMITS } from './limits.ts'
import { readTarget } from './target.ts'

type Post = { headers: Record<string, string>; body: Uint8Array }

/** Posts to a configured address under the same SSRF guard. Ignores redirects and response bodies. Never throws. */
export type PublicPost = (
  address: string,
  letter: Post,
  signal: AbortSignal,
) => Promise<{ kind: 'posted'; status: number } | Failure>

type Options = ResolverOptions & { userAgent: string; totalMs?: number; lookupMs?: number }

export function createPublicPost({
  userAgent,
  totalMs = LIMITS.totalMs,
  lookupMs = LIMITS.lookupMs,
  ...reachable
}: Options): PublicPost {
  const addressesOf = createAddressResolver({ ...reachable, lookupMs })
  return async (address, { headers, body }, canceled) => {
    const target = readTarget(address, reachable.allowPrivate)
    if ('refusal' in target) return { kind: 'failure', reason: target.refusal }
    const signal = AbortSignal.any([canceled, AbortSignal.timeout(totalMs)])
    const addresses = await addressesOf(target.url, signal)
    if (isFailure(addresses)) return addresses
    const { request } = await import('./request.ts')
    const response = await request(target.url, {
      addresses,
      headers: { ...headers, 'user-agent': userAgent },
      body,
      signal,
      wantsBody: () => false,
      bytesMax: 0,
      truncates: true,
    })
    return isFailure(response) ? response : { kind: 'posted', status: response.status }
  }
}
