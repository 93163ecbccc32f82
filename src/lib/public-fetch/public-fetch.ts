import { isUtf8 } from 'node:buffer'
import { createAddressResolver, type ResolverOptions } from './allowed-addresses.ts'
import { decompress, ENCODINGS } from './decompress.ts'
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
import type { FetchedResponse, Head } from './response.ts'
import { createRobots, ROBOTS_BYTES } from './robots.ts'
import { readTarget } from './target.ts'

export type PublicPage = {
  kind: 'page'
  url: string
  status: number
  contentType: string | null
  body: Uint8Array
  wireBytes: number
  milliseconds: number
}

export type FetchFailure = Failure

/** Fetches an HTML page at an address typed by a person. Never throws. */
export type PublicFetch = (address: string, signal: AbortSignal) => Promise<PublicPage | FetchFailure>

export type WantedContent = {
  accept: string
  isWanted: (type: string | undefined) => boolean
  /** Decides where the type doesn't. */
  isWantedBody?: (body: Uint8Array, type: string | undefined) => boolean
  failure: Failure
  /** Needed where we choose the pages; browsers load a page's images without robots.txt. */
  obeysRobots: boolean
}

/** The tags and comments by which browsers recognize a page without a Content-Type (MIME Sniffing, 7.1). */
const BEGINS_AS_HTML =
  /^\s*<(?:!doctype html|!--|\?xml|(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i

const PAGES: WantedContent = {
  accept: 'text/html,application/xhtml+xml',
  isWanted: (type) => type === undefined || type === 'text/html' || type === 'application/xhtml+xml',
  isWantedBody: (body, type) =>
    type !== undefined || BEGINS_AS_HTML.test(new TextDecoder().decode(body.subarray(0, 512))),
  failure: NOT_HTML,
  obeysRobots: true,
}

export const IMAGES: WantedContent = {
  accept: 'image/webp,image/*',
  isWanted: (type) => type !== 'text/html',
  failure: NOT_AN_IMAGE,
  obeysRobots: false,
}

type Options = ResolverOptions & {
  wanted?: WantedContent
  /** `Name/version (…)`; robots.txt rules may address the name. */
  userAgent: string
  clock?: () => number
  limits?: Partial<Limits>
}

type FollowOptions = {
  signal: AbortSignal
  accept: string
  wantsBody: (head: Head) => boolean
  bytesMax: number
  truncates: boolean
  addresses?: string[]
  objection: (url: URL, addresses: string[]) => Promise<Failure | null>
}

type FinalResponse = { url: URL; response: FetchedResponse; milliseconds: number }

/** SSRF guard: resolves each hop once, requires public addresses that aren't ours, and connects only to those. */
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
  const addressesOf = createAddressResolver({ allowPrivate, lookup, ownAddresses, lookupMs })
  const robots = createRobots({ token: userAgent.split('/', 1)[0] ?? '', load: loadRobots })

  async function fetchPage(address: string, canceled: AbortSignal): Promise<PublicPage | Failure> {
    const target = readTarget(address, allowPrivate)
    if ('refusal' in target) return { kind: 'failure', reason: target.refusal }

    const signal = AbortSignal.any([canceled, AbortSignal.timeout(limits.totalMs)])
    const arrival = await follow(target.url, {
      signal,
      accept: wanted.accept,
      wantsBody: (head) => headFailure(head, wanted) === null,
      bytesMax: limits.wireBytes,
      truncates: false,
      objection: async (url, addresses) => (wanted.obeysRobots ? robots.check(url, addresses, signal) : null),
    })
    if (isFailure(arrival)) return arrival
    const { url, response, milliseconds } = arrival
    const objection = headFailure(response, wanted)
    if (objection) return objection

    const body = await decompress(response.body, response.contentEncoding, limits.decodedBytes)
    if (isFailure(body)) return body
    if (signal.aborted) return abortFailure(signal)
    const { status, contentType } = response
    if (wanted.isWantedBody?.(body, contentType ?? undefined) === false) return wanted.failure
    const wireBytes = response.body.byteLength
    return { kind: 'page', url: url.href, status, contentType, body, wireBytes, milliseconds }
  }

  async function follow(
    start: URL,
    { addresses: known, objection, ...trip }: FollowOptions,
  ): Promise<FinalResponse | Failure> {
    let url = start
    for (let redirects = 0; redirects <= limits.redirects; redirects++) {
      const addresses = (redirects === 0 ? known : null) ?? (await addressesOf(url, trip.signal))
      if (isFailure(addresses)) return addresses
      const obstacle = await objection(url, addresses)
      if (obstacle) return obstacle

      const started = clock()
      const headers = { 'user-agent': userAgent, accept: trip.accept, 'accept-encoding': ENCODINGS }
      const { request } = await import('./request.ts')
      const response = await request(url, { ...trip, addresses, headers })
      if (isFailure(response)) return response
      const { status, location } = response
      if (!isRedirect(status) || location === null) return { url, response, milliseconds: clock() - started }

      const next = readTarget(URL.parse(asUtf8(location), url)?.href ?? '', allowPrivate)
      if ('refusal' in next) return REDIRECT_NOT_ALLOWED
      url = next.url
    }
    return TOO_MANY_REDIRECTS
  }

  async function loadRobots(url: URL, addresses: string[], canceled: AbortSignal) {
    const arrival = await follow(url, {
      signal: AbortSignal.any([canceled, AbortSignal.timeout(limits.robotsMs)]),
      accept: 'text/plain',
      wantsBody: ({ status }) => isGood(status),
      bytesMax: ROBOTS_BYTES,
      truncates: true,
      addresses,
      objection: async () => null,
    })
    if (isFailure(arrival)) return arrival
    const { status, body: packed, contentEncoding } = arrival.response
    const body = await decompress(packed, contentEncoding, limits.decodedBytes)
    return isFailure(body) ? body : { status, body }
  }

  return fetchPage
}

export function refusalReason(address: string, allowPrivate: boolean): string | null {
  const target = readTarget(address, allowPrivate)
  return 'refusal' in target ? target.refusal : null
}

function headFailure({ status, contentType }: Head, { isWanted, failure }: WantedContent): Failure | null {
  if (!isGood(status)) return statusFailure(status)
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  return isWanted(type) ? null : failure
}

/** Complete responses only: not 204 or 206. */
const isGood = (status: number) => status >= 200 && status < 204
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** Node decodes headers as Latin-1, but servers send UTF-8 locations. */
function asUtf8(location: string): string {
  const bytes = Buffer.from(location, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : location
}
