import { isIP } from 'node:net'
import { abortFailure, type Failure, NOT_ALLOWED, NOT_FOUND, TIMED_OUT } from './failures.ts'

export type Lookup = (name: string) => Promise<{ address: string }[]>

type Options = {
  lookup: Lookup
  isAllowed: (address: string) => boolean
  lookupMs: number
  signal: AbortSignal
}

const ADDRESSES_MAX = 16

/** One disallowed address rejects them all, since it might be connected to next. */
export async function resolveHost(
  host: string,
  { lookup, isAllowed, lookupMs, signal }: Options,
): Promise<string[] | Failure> {
  const found = isIP(host) === 0 ? await lookUp(host, { lookup, lookupMs, signal }) : [host]
  if (!Array.isArray(found)) return found
  if (found.length === 0) return NOT_FOUND
  return found.length <= ADDRESSES_MAX && found.every(isAllowed) ? found : NOT_ALLOWED
}

/** The system's lookup can't be canceled and may hang. */
async function lookUp(
  name: string,
  { lookup, lookupMs, signal }: Omit<Options, 'isAllowed'>,
): Promise<string[] | Failure> {
  const { promise: ended, resolve: end } = Promise.withResolvers<Failure>()
  const stop = () => end(abortFailure(signal))
  const timer = setTimeout(() => end(TIMED_OUT), lookupMs)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const answers = Promise.try(lookup, name).then(
      (addresses) => addresses.map(({ address }) => address),
      () => NOT_FOUND,
    )
    return await Promise.race([ended, answers])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
