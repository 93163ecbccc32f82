import { clientAddress, type ProxyCheck } from './client-address.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'

export type Call = {
  id: string
  request: Request
  method: string
  url: URL
  /** The socket's remote address, possibly a proxy's. */
  peer: string
  /** Stored in plain text only in audit entries; logged only with those and with calls to the admin API. */
  address: string
  host: string
  origin: string
  extendIdleTimeout(seconds: number): void
  holdLarge(): () => void
  authorizeAgain(): Promise<void>
  route: string | null
}

type Context = {
  siteUrl: string | undefined
  isTrusted: ProxyCheck
  large: ConcurrencyLimit
  extendIdleTimeout?: Call['extendIdleTimeout']
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

export function createCall(
  request: Request,
  peer: string,
  { siteUrl, isTrusted, large, extendIdleTimeout = () => undefined }: Context,
): Call | null {
  const url = URL.parse(request.url) ?? hostlessUrl(request, siteUrl)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null

  const isProxied = isTrusted(peer)
  const forwarded = (name: string) => (isProxied ? lastOf(request.headers.get(name)) : undefined)
  const host = forwarded('x-forwarded-host') ?? request.headers.get('host') ?? url.host
  const scheme = forwarded('x-forwarded-proto') === 'https' ? 'https' : url.protocol.slice(0, -1)
  // Numbers like 999.999.999.999 match the pattern but aren't valid hosts.
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
    extendIdleTimeout,
    holdLarge: () => large.take(address),
    authorizeAgain: async () => undefined,
    route: null,
  }
}

/** HTTP/1.0 health checks may have no Host. The headers stay unchanged, so such a request never counts as local. */
function hostlessUrl(request: Request, siteUrl = 'http://localhost'): URL | null {
  if (request.headers.has('host') || !request.url.startsWith('/')) return null
  return URL.parse(`http://${new URL(siteUrl).host}${request.url}`)
}

const lastOf = (list: string | null) => list?.split(',').at(-1)?.trim() || undefined
