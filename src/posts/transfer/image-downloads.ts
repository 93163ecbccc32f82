import pLimit, { type LimitFunction } from 'p-limit'
import { NOT_AN_IMAGE, TOO_LARGE } from '#src/lib/public-fetch/failures.ts'
import type { FetchFailure, PublicFetch } from '#src/lib/public-fetch/public-fetch.ts'

const DOWNLOAD_LIMITS = {
  images: 5_000,
  milliseconds: 60 * 60_000,
  /** Consecutive failures before a host is skipped. */
  hostFailures: 10,
  atOnce: 4,
  perHost: 2,
}

type Options = {
  fetch: PublicFetch
  clock: () => number
  limits?: Partial<typeof DOWNLOAD_LIMITS>
}

export type Download = (url: URL) => Promise<Uint8Array | FetchFailure>

const failure = (reason: string): FetchFailure => ({ kind: 'failure', reason })

/** These don't count as failures of the host; 429 does. */
const isImageFailure = ({ reason }: FetchFailure) =>
  reason === TOO_LARGE.reason || reason === NOT_AN_IMAGE.reason || /HTTP 4(?!29)/.test(reason)

export function createDownloads({ fetch, clock, limits: someLimits = {} }: Options): Download {
  const limits = { ...DOWNLOAD_LIMITS, ...someLimits }
  const started = clock()
  const inTurn = pLimit(limits.atOnce)
  const hosts = new Map<string, { inTurn: LimitFunction; failures: number }>()
  let count = 0

  function hostOf({ host }: URL) {
    const known = hosts.get(host) ?? { inTurn: pLimit(limits.perHost), failures: 0 }
    hosts.set(host, known)
    return known
  }

  async function download(url: URL): Promise<Uint8Array | FetchFailure> {
    const host = hostOf(url)
    if (host.failures >= limits.hostFailures) return failure('Too many downloads from this host failed.')
    if (++count > limits.images) return failure(`An import downloads at most ${limits.images} images.`)
    if (clock() - started > limits.milliseconds) return failure('The time limit for downloads is reached.')
    const result = await fetch(url.href, new AbortController().signal)
    if (result.kind === 'page') {
      host.failures = 0
      return result.body
    }
    if (!isImageFailure(result)) host.failures += 1
    return result.reason === TOO_LARGE.reason ? failure('It is larger than 1 MB.') : result
  }

  return (url) => hostOf(url).inTurn(() => inTurn(() => download(url)))
}
