import { isUtf8 } from 'node:buffer'
import { createAddressesOf, type Reachable } from './allowed-addresses.ts'
import type { Answer, Head } from './answer.ts'
import {
  abortFailure,
  type Failure,
  isFailure,
  NOT_AN_IMAGE,
  NOT_HTML,
  REDIRECT_NOT_ALLOWED,
  statusFailure,
  TOO_MANY_REDIRECTS,
} from './failures.ts'
import { LIMITS, type Limits } from './limits.ts'
import { request } from './request.ts'
import { createRobots, ROBOTS_BYTES } from './robots.ts'
import { readTarget } from './target.ts'
import { ENCODINGS, unpack } from './unpack.ts'

export type PublicPage = {
  kind: 'page'
  /** Where it was found, after all redirects. */
  url: string
  /** 200 to 299. */
  status: number
  contentType: string | null
  /** Unpacked. */
  body: Uint8Array
  /** Size of the body as it travelled. */
  wireBytes: number
  /** From the last request to its last byte. */
  milliseconds: number
}

/** `reason` is one plain sentence from a closed set: never an address, a body or an error's own words. */
export type FetchFailure = Failure

/** Reads one HTML page for a person who typed its address. Whatever the other side does, it answers and never throws. */
export type PublicFetch = (address: string, signal: AbortSignal) => Promise<PublicPage | FetchFailure>

/** What is asked for, and taken by the media type of its answer. */
export type Wanted = {
  accept: string
  isWanted: (type: string | undefined) => boolean
  otherwise: Failure
  /** For those who choose the pages themselves; a browser that shows a page asks nobody for its images. */
  heedsRobots: boolean
}

const PAGES: Wanted = {
  accept: 'text/html,application/xhtml+xml',
  isWanted: (type) => type === 'text/html' || type === 'application/xhtml+xml',
  otherwise: NOT_HTML,
  heedsRobots: true,
}

/** Whatever the media type, the bytes decide. */
export const IMAGES: Wanted = {
  accept: 'image/webp,image/avif,image/*',
  isWanted: (type) => type !== 'text/html',
  otherwise: NOT_AN_IMAGE,
  heedsRobots: false,
}

type Options = Reachable & {
  /** Pages unless told otherwise. */
  wanted?: Wanted
  /** `Name/version (…)`: robots.txt may address its rules to the name. */
  userAgent: string
  /** A clock in milliseconds that never goes back. */
  clock?: () => number
  limits?: Partial<Limits>
}

type Trip = {
  signal: AbortSignal
  accept: string
  wantsBody: (head: Head) => boolean
  mostBytes: number
  cuts: boolean
  /** Of the first host, where they are known already. */
  addresses?: string[]
  /** Why a place on the way may not be asked, if so. */
  objection: (url: URL, addresses: string[]) => Promise<Failure | null>
}

type Arrival = { url: URL; answer: Answer; milliseconds: number }

/**
 * The only way to an address that a person typed. Each redirect is a new address: its host is looked up once, every
 * address of it must be public and none of this machine's own, and only these are connected to.
 */
export function createPublicFetch({
  wanted = PAGES,
  allowPrivate,
  userAgent,
  lookup,
  ownAddresses,
  clock = () => performance.now(),
  limits: someLimits = {},
}: Options): PublicFetch {
  const limits = { ...LIMITS, ...someLimits }
  const { lookupMs } = limits
  const addressesOf = createAddressesOf({ allowPrivate, lookup, ownAddresses, lookupMs })
  const robots = createRobots({ token: userAgent.split('/', 1)[0] ?? '', load: loadRobots })

  async function fetchPage(address: string, cancelled: AbortSignal): Promise<PublicPage | Failure> {
    const target = readTarget(address, allowPrivate)
    if ('refusal' in target) return { kind: 'failure', reason: target.refusal }

    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(limits.totalMs)])
    const arrival = await follow(target.url, {
      signal,
      accept: wanted.accept,
      wantsBody: (head) => objectionTo(head, wanted) === null,
      mostBytes: limits.wireBytes,
      cuts: false,
      objection: async (url, addresses) =>
        wanted.heedsRobots ? robots.objection(url, addresses, signal) : null,
    })
    if (isFailure(arrival)) return arrival
    const { url, answer, milliseconds } = arrival
    const objection = objectionTo(answer, wanted)
    if (objection) return objection

    const body = await unpack(answer.body, answer.contentEncoding, limits.decodedBytes)
    if (isFailure(body)) return body
    if (signal.aborted) return abortFailure(signal)
    const { status, contentType } = answer
    const wireBytes = answer.body.byteLength
    return { kind: 'page', url: url.href, status, contentType, body, wireBytes, milliseconds }
  }

  async function follow(
    start: URL,
    { addresses: known, objection, ...trip }: Trip,
  ): Promise<Arrival | Failure> {
    let url = start
    for (let redirects = 0; redirects <= limits.redirects; redirects++) {
      const addresses = (redirects === 0 ? known : null) ?? (await addressesOf(url, trip.signal))
      if (isFailure(addresses)) return addresses
      const obstacle = await objection(url, addresses)
      if (obstacle) return obstacle

      const started = clock()
      const headers = { 'user-agent': userAgent, accept: trip.accept, 'accept-encoding': ENCODINGS }
      const answer = await request(url, { ...trip, addresses, headers })
      if (isFailure(answer)) return answer
      const { status, location } = answer
      if (!isRedirect(status) || location === null) return { url, answer, milliseconds: clock() - started }

      const next = readTarget(URL.parse(asUtf8(location), url)?.href ?? '', allowPrivate)
      if ('refusal' in next) return REDIRECT_NOT_ALLOWED
      url = next.url
    }
    return TOO_MANY_REDIRECTS
  }

  async function loadRobots(url: URL, addresses: string[], cancelled: AbortSignal) {
    const arrival = await follow(url, {
      signal: AbortSignal.any([cancelled, AbortSignal.timeout(limits.robotsMs)]),
      accept: 'text/plain',
      wantsBody: ({ status }) => isGood(status),
      mostBytes: ROBOTS_BYTES,
      cuts: true,
      addresses,
      objection: async () => null,
    })
    if (isFailure(arrival)) return arrival
    const { status, body: packed, contentEncoding } = arrival.answer
    const body = await unpack(packed, contentEncoding, limits.decodedBytes)
    return isFailure(body) ? body : { status, body }
  }

  return fetchPage
}

/**
 * What is wrong with an address before any network: one sentence for whoever typed it; null when nothing is. Whether
 * a name stands for public addresses shows only when it is fetched.
 */
export function refusalOf(address: string, allowPrivate: boolean): string | null {
  const target = readTarget(address, allowPrivate)
  return 'refusal' in target ? target.refusal : null
}

/** What says, before the body, that an answer is not the page that was asked for. */
function objectionTo({ status, contentType }: Head, { isWanted, otherwise }: Wanted): Failure | null {
  if (!isGood(status)) return statusFailure(status)
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  return isWanted(type) ? null : otherwise
}

/** Success with a whole page: neither 'no content' nor a part that nobody asked for. */
const isGood = (status: number) => status >= 200 && status < 204
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** Header lines come as one character for each byte, but servers write addresses in UTF-8, as browsers expect. */
function asUtf8(location: string): string {
  const bytes = Buffer.from(location, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : location
}
