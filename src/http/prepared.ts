import { LRUCache } from 'lru-cache'
import type { Config } from '#src/config.ts'
import type { Metrics } from '#src/lib/metrics.ts'
import type { AccessLog } from './access-log.ts'
import { sizeOfBody } from './body-cache.ts'
import type { Call } from './call.ts'
import { type ProxyCheck, trustProxies } from './client-address.ts'
import { type EncodedBody, hasAlready, STREAMED_FROM_BYTES, sharedBlob } from './encoded.ts'
import { acceptedEncodings, chooseEncoding, type Encoding } from './encodings.ts'
import type { PackedBody } from './packed.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'

/** What a route answers to everyone who asks for the same address. */
export type Document = {
  body: EncodedBody | PackedBody
  headers: Record<string, string>
  /** Path and query: a request that names it in another way is not kept. */
  location: string
  /** Whether the route would still answer this; always, unless given. */
  isCurrent?: () => boolean
  /** Called for each request that is answered with it. */
  seen?: (request: Request, peer: string) => void
  /** Whether it is sent without an ETag. */
  isUntagged?: boolean
}

export type Prepared = {
  /** The answer that is kept for a request, which costs no turn of the event loop; null where a route has to answer. */
  find(request: Request, peerOf: () => string): Response | null
  /** Keeps what the route answers to a request, for those that ask for the same address. */
  keep(call: Call, document: Document): void
}

type Options = {
  config: Pick<Config, 'siteUrl' | 'hstsSubdomains' | 'trustProxy'>
  metrics: Pick<Metrics, 'answersOf'>
  logAccess: AccessLog
  /** Compresses better what is asked for often. */
  improve: (body: EncodedBody) => void
}

type Method = 'GET' | 'HEAD'
type Status = 200 | 304

type Variant = { etag: string | null; part: Blob; sent: ResponseInit; unchanged: ResponseInit }

type Entry = {
  document: Document
  url: URL
  host: string | null
  bytes: (EncodedBody | PackedBody)['bytes']
  /** Made when first asked for; null where it is too large to be sent at once. */
  variants: Partial<Record<Encoding, Variant | null>>
  asked: number
  answered: Record<Method, Partial<Record<Status, (seconds: number) => void>>>
  route: string
}

/**
 * Strangers can make up hosts: the least asked for goes. An entry that is used has about 6 kB besides its bytes; those
 * of shared bodies are in memory anyway.
 */
const MOST_ENTRIES = 4_000
const MOST_BYTES = 64 * 1024 * 1024
const ENTRY_BYTES = 6_000

/** Asked for this often, a body is worth a better compression. */
const OFTEN = 3

const MOST_PEERS = 1_000

/**
 * Whole answers by the text of the request's address, so that a page costs little more than its bytes: no URL, no route,
 * no wait. What an answer may depend on is part of its key: the address, the host, and what a trusted proxy forwards.
 */
export function createPrepared({ config, metrics, logAccess, improve }: Options): Prepared {
  const entries = new LRUCache<string, Entry>({
    max: MOST_ENTRIES,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ document: { body } }) => ENTRY_BYTES + (body.isShared ? 0 : sizeOfBody(body)),
  })
  const always = { ...securityHeaders(config), 'content-security-policy': CLOSED_POLICY }
  const isTrusted = config.trustProxy.length > 0 ? remembered(trustProxies(config.trustProxy)) : null

  /** No part of it can hold a line feed. The peer's address costs a system call. */
  function keyOf({ url, headers }: Request, peerOf: () => string): string {
    if (!isTrusted) return url
    const host = headers.get('x-forwarded-host')
    const scheme = headers.get('x-forwarded-proto')
    return (host !== null || scheme !== null) && isTrusted(peerOf()) ? `${url}\n${host}\n${scheme}` : url
  }

  function variantOf(entry: Entry, accepted: Encoding[]): Variant | null {
    const { body } = entry.document
    // Compressed anew since.
    if (entry.bytes !== body.bytes) {
      entry.bytes = body.bytes
      entry.variants = {}
    }
    const forms: Partial<Record<Encoding, unknown>> =
      'parts' in body ? { gzip: true, identity: true } : body.bytes
    const encoding = chooseEncoding(accepted, forms)
    const known = entry.variants[encoding]
    if (known !== undefined) return known
    const variant = makeVariant(entry.document, encoding)
    entry.variants[encoding] = variant
    return variant
  }

  function makeVariant({ body, headers, isUntagged }: Document, encoding: Encoding): Variant | null {
    const part = body.bytes[encoding]
    if (!part || part.byteLength >= STREAMED_FROM_BYTES) return null
    const etag = isUntagged ? null : `"${body.etag}-${encoding}"`
    const about = { ...always, ...headers, ...(etag === null ? {} : { etag, vary: 'accept-encoding' }) }
    return {
      etag,
      part: sharedBlob(part),
      sent: {
        headers: new Headers({
          ...about,
          'content-type': body.type,
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        }),
      },
      // The headers alone: a Response that was sent once goes without them the second time.
      unchanged: { status: 304, headers: new Headers(about) },
    }
  }

  function note(entry: Entry, method: Method, status: Status, started: number): void {
    const milliseconds = performance.now() - started
    const answered = entry.answered[method]
    answered[status] ??= metrics.answersOf({ method, route: entry.route, status })
    answered[status](milliseconds / 1000)
    logAccess?.({ id: crypto.randomUUID(), method, url: entry.url, address: '' }, null, status, milliseconds)
  }

  return {
    find: (request, peerOf) => {
      const { method, headers } = request
      if (method !== 'GET' && method !== 'HEAD') return null
      const started = performance.now()
      const entry = entries.get(keyOf(request, peerOf))
      if (!entry || entry.host !== headers.get('host') || !isPlain(headers)) return null
      const { isCurrent, seen, body } = entry.document
      if (isCurrent && !isCurrent()) return null
      const variant = variantOf(entry, acceptedEncodings(headers.get('accept-encoding')))
      if (!variant) return null

      entry.asked += 1
      if (entry.asked === OFTEN && body.isCheap) improve(body)
      if (method === 'GET') seen?.(request, peerOf())
      const known = headers.get('if-none-match')
      const isUnchanged = known !== null && variant.etag !== null && hasAlready(known, variant.etag)
      note(entry, method, isUnchanged ? 304 : 200, started)
      return isUnchanged ? new Response(null, variant.unchanged) : new Response(variant.part, variant.sent)
    },
    keep: (call, document) => {
      const { request, url, peer, route } = call
      // Strangers can make up queries and fragments without end.
      if (url.pathname + url.search !== document.location || url.hash !== '') return
      if (document.body.isPassing) return
      entries.set(
        keyOf(request, () => peer),
        {
          document,
          url,
          host: request.headers.get('host'),
          bytes: document.body.bytes,
          variants: {},
          asked: 0,
          answered: { GET: {}, HEAD: {} },
          route: route ?? '',
        },
      )
    },
  }
}

/** A request that has a body, or says who is asking, is a route's. */
const isPlain = (headers: Headers) =>
  !headers.has('authorization') && !headers.has('content-length') && !headers.has('transfer-encoding')

function remembered(check: ProxyCheck): ProxyCheck {
  const known = new Map<string, boolean>()
  return (address) => {
    const judged = known.get(address)
    if (judged !== undefined) return judged
    if (known.size >= MOST_PEERS) known.clear()
    const isOne = check(address)
    known.set(address, isOne)
    return isOne
  }
}
