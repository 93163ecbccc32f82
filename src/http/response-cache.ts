import { LRUCache } from 'lru-cache'
import type { Config } from '#src/config.ts'
import { memoize } from '#src/lib/memoize.ts'
import type { Metrics } from '#src/lib/metrics.ts'
import type { AccessLog } from './access-log.ts'
import { sizeOfBody } from './body-cache.ts'
import type { Call } from './call.ts'
import { trustProxies } from './client-address.ts'
import { type EncodedBody, matchesEtag, STREAMED_FROM_BYTES, sharedBlob } from './encoded-body.ts'
import { acceptedEncodings, chooseEncoding, type Encoding } from './encodings.ts'
import type { GzipBody } from './gzip-body.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'

export type CachedDocument = {
  body: EncodedBody | GzipBody
  headers: Record<string, string>
  location: string
  /** Whether the route would still return this; default: always. */
  isCurrent?: () => boolean
  onRequest?: (request: Request, peer: string) => void
  hasNoEtag?: boolean
}

export type ResponseCache = {
  /** Synchronous; null if a route must respond. */
  find(request: Request, peerOf: () => string): Response | null
  store(call: Call, document: CachedDocument): void
}

type Options = {
  config: Pick<Config, 'siteUrl' | 'hstsSubdomains' | 'trustProxy'>
  metrics: Pick<Metrics, 'responseCounter'>
  logAccess: AccessLog
  improve: (body: EncodedBody) => void
}

type Method = 'GET' | 'HEAD'
type Status = 200 | 304

type Variant = { etag: string | null; part: Blob; sent: ResponseInit; unchanged: ResponseInit }

type Entry = {
  document: CachedDocument
  url: URL
  host: string | null
  bytes: (EncodedBody | GzipBody)['bytes']
  /** Created on first use; null if too large to send at once. */
  variants: Partial<Record<Encoding, Variant | null>>
  requests: number
  counters: Record<Method, Partial<Record<Status, (seconds: number) => void>>>
  route: string
}

/** LRU, because clients can invent hosts. An entry takes about 6 kB plus its body, unless that is shared. */
const ENTRIES_MAX = 4_000
const BYTES_MAX = 64 * 1024 * 1024
const ENTRY_BYTES = 6_000

const IMPROVE_AFTER = 3

const PEERS_MAX = 1_000

/**
 * Looks responses up by raw request, without URL parsing, routing or await. The key and the Host header cover everything a
 * response may depend on, except its encoding and ETag.
 */
export function createResponseCache({ config, metrics, logAccess, improve }: Options): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ document: { body } }) => ENTRY_BYTES + (body.isShared ? 0 : sizeOfBody(body)),
  })
  const security = { ...securityHeaders(config), 'content-security-policy': CLOSED_POLICY }
  const isTrusted = config.trustProxy.length > 0 ? memoize(PEERS_MAX, trustProxies(config.trustProxy)) : null

  /** Reading the peer address is a system call. */
  function keyOf({ url, headers }: Request, peerOf: () => string): string {
    if (!isTrusted) return url
    const host = headers.get('x-forwarded-host')
    const scheme = headers.get('x-forwarded-proto')
    return (host !== null || scheme !== null) && isTrusted(peerOf())
      ? JSON.stringify([url, host, scheme])
      : url
  }

  function variantOf(entry: Entry, accepted: Encoding[]): Variant | null {
    const { body } = entry.document
    if (entry.bytes !== body.bytes) {
      entry.bytes = body.bytes
      entry.variants = {}
    }
    const forms: Partial<Record<Encoding, unknown>> =
      'parts' in body ? { gzip: true, identity: true } : body.bytes
    const encoding = chooseEncoding(accepted, forms)
    const existing = entry.variants[encoding]
    if (existing !== undefined) return existing
    const variant = makeVariant(entry.document, encoding)
    entry.variants[encoding] = variant
    return variant
  }

  function makeVariant({ body, headers, hasNoEtag }: CachedDocument, encoding: Encoding): Variant | null {
    const part = body.bytes[encoding]
    if (!part || part.byteLength >= STREAMED_FROM_BYTES) return null
    const etag = hasNoEtag ? null : `"${body.etag}-${encoding}"`
    const commonHeaders = {
      ...security,
      ...headers,
      ...(etag === null ? {} : { etag, vary: 'accept-encoding' }),
    }
    return {
      etag,
      part: sharedBlob(part),
      sent: {
        headers: new Headers({
          ...commonHeaders,
          'content-type': body.type,
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        }),
      },
      // Headers only: a Response can be sent only once.
      unchanged: { status: 304, headers: new Headers(commonHeaders) },
    }
  }

  function record(entry: Entry, method: Method, status: Status, started: number): void {
    const milliseconds = performance.now() - started
    const counters = entry.counters[method]
    counters[status] ??= metrics.responseCounter({ method, route: entry.route, status })
    counters[status](milliseconds / 1000)
    logAccess?.({ id: crypto.randomUUID(), method, url: entry.url, address: '' }, null, status, milliseconds)
  }

  return {
    find: (request, peerOf) => {
      const { method, headers } = request
      if (method !== 'GET' && method !== 'HEAD') return null
      const started = performance.now()
      const entry = entries.get(keyOf(request, peerOf))
      if (!entry || entry.host !== headers.get('host') || !mayBeCached(headers)) return null
      const { isCurrent, onRequest, body } = entry.document
      if (isCurrent && !isCurrent()) return null
      const variant = variantOf(entry, acceptedEncodings(headers.get('accept-encoding')))
      if (!variant) return null

      entry.requests += 1
      if (entry.requests === IMPROVE_AFTER && body.isCheap) improve(body)
      if (method === 'GET') onRequest?.(request, peerOf())
      const requestedEtag = headers.get('if-none-match')
      const isUnchanged =
        requestedEtag !== null && variant.etag !== null && matchesEtag(requestedEtag, variant.etag)
      record(entry, method, isUnchanged ? 304 : 200, started)
      return isUnchanged ? new Response(null, variant.unchanged) : new Response(variant.part, variant.sent)
    },
    store: (call, document) => {
      const { request, url, peer, route } = call
      // Clients can invent queries and fragments.
      if (url.pathname + url.search !== document.location || url.hash !== '') return
      if (document.body.isUncached) return
      entries.set(
        keyOf(request, () => peer),
        {
          document,
          url,
          host: request.headers.get('host'),
          bytes: document.body.bytes,
          variants: {},
          requests: 0,
          counters: { GET: {}, HEAD: {} },
          route: route ?? '',
        },
      )
    },
  }
}

const mayBeCached = (headers: Headers) =>
  !headers.has('authorization') && !headers.has('content-length') && !headers.has('transfer-encoding')
