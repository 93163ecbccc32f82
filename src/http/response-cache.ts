import { LRUCache } from 'lru-cache'
import type { Config } from '#src/config.ts'
import type { Metrics } from '#src/lib/metrics.ts'
import type { AccessLog } from './access-log.ts'
import type { Call } from './call.ts'
import { trustProxies } from './client-address.ts'
import {
  type EncodedBody,
  encodedResponse,
  headersOf,
  matchesEtag,
  STREAMED_FROM_BYTES,
  sharedBlob,
  sizeOfBody,
} from './encoded-body.ts'
import { acceptedEncodings, chooseEncoding, type Encoding } from './encodings.ts'
import type { GzipBody } from './gzip-body.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'

export type CachedDocument = {
  body: EncodedBody | GzipBody
  headers: Record<string, string>
  location: string
  isCurrent?: () => boolean
  onRequest?: (request: Request, peerOf: () => string) => void
}

export type ResponseCache = ReturnType<typeof createResponseCache>

type Options = {
  config: Pick<Config, 'siteUrl' | 'hstsSubdomains' | 'trustProxy'>
  metrics: Pick<Metrics, 'responseCounter'>
  logAccess: AccessLog
  countUse: (body: EncodedBody | GzipBody) => void
}

type Method = 'GET' | 'HEAD'
type Status = 200 | 304

type Variant = { etag: string; part: Blob; sent: ResponseInit; unchanged: ResponseInit }

type Entry = {
  document: CachedDocument
  url: URL
  host: string | null
  bytes: (EncodedBody | GzipBody)['bytes']
  /** Created on first use; null if too large to send at once. */
  variants: Partial<Record<Encoding, Variant | null>>
  counters: Record<Method, Partial<Record<Status, (seconds: number) => void>>>
  route: string
}

/** LRU, because clients can invent hosts. An entry takes about 6 kB plus its body, unless that is shared. */
const ENTRIES_MAX = 4_000
const BYTES_MAX = 32 * 1024 * 1024
const ENTRY_BYTES = 6_000

/** Without URL parsing, routing or await. Key and Host cover all that a response may depend on but encoding and ETag. */
export function createResponseCache({ config, metrics, logAccess, countUse }: Options) {
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ document: { body } }) => ENTRY_BYTES + (body.isShared ? 0 : sizeOfBody(body)),
  })
  const security = { ...securityHeaders(config), 'content-security-policy': CLOSED_POLICY }
  const isTrusted = config.trustProxy.length > 0 ? trustProxies(config.trustProxy) : null

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
    const encoding = chooseEncoding(accepted, body.bytes)
    const existing = entry.variants[encoding]
    if (existing !== undefined) return existing
    const variant = makeVariant(entry.document, encoding)
    entry.variants[encoding] = variant
    return variant
  }

  function makeVariant({ body, headers }: CachedDocument, encoding: Encoding): Variant | null {
    const part = body.bytes[encoding]
    if (!part || part.byteLength >= STREAMED_FROM_BYTES) return null
    const { etag, unchanged, sent } = headersOf(body, { ...security, ...headers }, encoding)
    return {
      etag,
      part: sharedBlob(part),
      sent: { headers: new Headers(sent) },
      // Headers only: a Response can be sent only once.
      unchanged: { status: 304, headers: new Headers(unchanged) },
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
    find: (request: Request, peerOf: () => string): Response | null => {
      const { method, headers } = request
      if (method !== 'GET' && method !== 'HEAD') return null
      const started = performance.now()
      const entry = entries.get(keyOf(request, peerOf))
      if (!entry || entry.host !== headers.get('host') || !mayBeCached(headers)) return null
      const { isCurrent, onRequest, body } = entry.document
      if (isCurrent && !isCurrent()) return null
      const variant = variantOf(entry, acceptedEncodings(headers.get('accept-encoding')))
      if (!variant) return null

      if (body.uses !== undefined) countUse(body)
      if (method === 'GET') onRequest?.(request, peerOf)
      const isUnchanged = matchesEtag(headers.get('if-none-match'), variant.etag)
      record(entry, method, isUnchanged ? 304 : 200, started)
      return isUnchanged ? new Response(null, variant.unchanged) : new Response(variant.part, variant.sent)
    },
    respond: (call: Call, document: CachedDocument): Response => {
      const { request, url, peer, route } = call
      const { body, headers, location } = document
      // Clients can invent queries and fragments.
      if (url.pathname + url.search === location && url.hash === '' && !body.isUncached) {
        entries.set(
          keyOf(request, () => peer),
          {
            document,
            url,
            host: request.headers.get('host'),
            bytes: body.bytes,
            variants: {},
            counters: { GET: {}, HEAD: {} },
            route: route ?? '',
          },
        )
      }
      return encodedResponse(call, body, headers)
    },
  }
}

const mayBeCached = (headers: Headers) =>
  !headers.has('authorization') &&
  !headers.has('content-length') &&
  !headers.has('transfer-encoding') &&
  !headers.has('upgrade')
