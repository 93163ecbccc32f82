import { clientAddress, type ProxyCheck } from './client-address.ts'
import type { Holds } from './holds.ts'

/** What is known of a request before any route sees it. */
export type Call = {
  id: string
  request: Request
  /** As it was asked: routes see HEAD as GET. */
  method: string
  url: URL
  /** The address at the other end of the socket: a proxy's, where there is one. */
  peer: string
  /** The visitor's address: for limits and today's visitor hash only, never stored, and logged of administrators alone. */
  address: string
  /** The host asked for, in lower case, and its port unless that is 80 or 443. */
  host: string
  /** The site's public origin, such as https://example.com. */
  origin: string
  /** Keeps the connection open for so many seconds in which nothing is said on it. */
  allowSilence(seconds: number): void
  /** Takes a place among the large answers under way; what is answered gives it back. Throws AppError unavailable. */
  holdLarge(): () => void
  /** The pattern of the route that answers, such as /blog/:slug; null until one is found, and where there is none. */
  route: string | null
}

type Surroundings = {
  siteUrl: string | undefined
  isTrusted: ProxyCheck
  /** The large answers that are under way. */
  large: Holds
  allowSilence?: Call['allowSilence']
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Null for a request whose address or host can't be read. */
export function describeCall(
  request: Request,
  peer: string,
  { siteUrl, isTrusted, large, allowSilence = () => undefined }: Surroundings,
): Call | null {
  const url = URL.parse(request.url) ?? hostlessUrl(request, siteUrl)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null

  const isProxied = isTrusted(peer)
  const forwarded = (name: string) => (isProxied ? lastOf(request.headers.get(name)) : undefined)
  const host = forwarded('x-forwarded-host') ?? request.headers.get('host') ?? url.host
  const scheme = forwarded('x-forwarded-proto') === 'https' ? 'https' : url.protocol.slice(0, -1)
  // Numbers that look like an address and are none pass the pattern, but make no URL.
  if (!HOST.test(host) || (host !== url.host && !URL.canParse(`${scheme}://${host}`))) return null

  const address = clientAddress(peer, request.headers.get('x-forwarded-for'), isTrusted)

  return {
    id: crypto.randomUUID(),
    request,
    method: request.method,
    url,
    peer,
    address,
    host: host.toLowerCase().replace(/:(?:80|443)$/, ''),
    origin: siteUrl ?? `${scheme}://${host.toLowerCase()}`,
    allowSilence,
    holdLarge: () => large.take(address),
    route: null,
  }
}

/**
 * HTTP/1.0 needs no Host, and plain health checks of load balancers send none: the address is then a path alone. The
 * headers stay as they came, so that setup and /metrics never take such a request for one of this machine's.
 */
function hostlessUrl(request: Request, siteUrl = 'http://localhost'): URL | null {
  if (request.headers.has('host') || !request.url.startsWith('/')) return null
  return URL.parse(`http://${new URL(siteUrl).host}${request.url}`)
}

const lastOf = (list: string | null) => list?.split(',').at(-1)?.trim() || undefined
