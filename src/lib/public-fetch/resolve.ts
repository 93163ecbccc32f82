import { isIP } from 'node:net'
import { rejectOnAbort } from '#src/lib/reject-on-abort.ts'
import { abortFailure, type Failure, NOT_ALLOWED, NOT_FOUND } from './failures.ts'

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
  const ended = AbortSignal.any([signal, AbortSignal.timeout(lookupMs)])
  const answers = Promise.try(lookup, name).then(
    (addresses) => addresses.map(({ address }) => address),
    () => NOT_FOUND,
  )
  return rejectOnAbort(answers, ended).catch(() => abortFailure(ended))
}
