import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Call } from './call.ts'
import { acceptedEncodings, chooseEncoding, type Encoding } from './encodings.ts'
import { type GzipBody, gunzipParts, gzipPieces } from './gzip-body.ts'
import { SINGLE_WRITE_FROM_BYTES, singleWriteBytes } from './single-write.ts'
import { chunksOf, streamOf } from './stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type TextContent = { text: string; type: string }

export type BytesContent = { bytes: Bytes; type: string }

export type Content = TextContent | BytesContent | { pieces: AsyncGenerator<Bytes>; type: string }

export type EncodedBody = {
  type: string
  etag: string
  bytes: { identity: Bytes; br?: Bytes; gzip?: Bytes }
  /** Requests so far; undefined if better compression isn't worthwhile. */
  uses?: number
  isShared?: boolean
  isUncached?: boolean
}

/** Smaller bodies fit into the socket buffer. */
const SHARED_FROM_BYTES = 48 * 1024

/** Larger bodies are streamed, and their number is limited: they occupy memory until the client has read them. */
export const STREAMED_FROM_BYTES = 512 * 1024

const GZIP_ONLY_FROM_BYTES = 512 * 1024

const BROTLI_GOOD = 9

export function encodeBody(content: Bytes | string, type: string, quality = BROTLI_GOOD): EncodedBody {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const br = brotliCompressSync(body, brotliOptions(body, quality))
  const gz = gzipSync(body, gzipOptions(GZIP_BEST))
  return { type, etag: hash(body), bytes: sendableParts(body, br, gz) }
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Twenty times as fast as the best quality, for a quarter more bytes. */
const BROTLI_CHEAP = 4
const GZIP_CHEAP = 4
const GZIP_BEST = 9

export async function encodeBytes(body: Bytes, type: string): Promise<EncodedBody> {
  const br = await brotliAsync(body, brotliOptions(body, BROTLI_CHEAP))
  const gz = await gzipAsync(body, gzipOptions(GZIP_CHEAP))
  return { type, etag: hash(body), bytes: sendableParts(body, br, gz), uses: 0 }
}

export async function encodeContent(content: Content): Promise<EncodedBody | GzipBody> {
  if ('pieces' in content) return encodePieces(content.pieces, content.type)
  const body = 'bytes' in content ? content.bytes : new TextEncoder().encode(content.text)
  const isLarge = body.byteLength >= GZIP_ONLY_FROM_BYTES
  return isLarge ? encodePieces(chunksOf(body), content.type) : encodeBytes(body, content.type)
}

async function encodePieces(pieces: AsyncGenerator<Bytes>, type: string): Promise<EncodedBody | GzipBody> {
  const opening: Bytes[] = []
  for (let size = 0; size < GZIP_ONLY_FROM_BYTES; ) {
    const next = await pieces.next()
    if (next.done) return encodeBytes(Bun.concatArrayBuffers(opening, size, true), type)
    opening.push(next.value)
    size += next.value.byteLength
  }
  return gzipPieces(followedBy(opening, pieces), type)
}

async function* followedBy(opening: Bytes[], rest: AsyncGenerator<Bytes>): AsyncGenerator<Bytes> {
  yield* opening
  yield* rest
}

/** Size limits by quality: 11 makes a page a tenth smaller than 9, but takes 50 ms. */
const QUALITIES = [
  { maxBytes: 128 * 1024, quality: 11 },
  { maxBytes: 256 * 1024, quality: 9 },
] as const

/** Compresses again at the best affordable quality; bodies over 256 KB stay unchanged. */
export async function improveBody(body: EncodedBody): Promise<void> {
  const { identity } = body.bytes
  const quality = QUALITIES.find(({ maxBytes }) => identity.byteLength <= maxBytes)?.quality
  if (quality === undefined) return
  const br = await brotliAsync(identity, brotliOptions(identity, quality))
  const gz = await gzipAsync(identity, gzipOptions(GZIP_BEST))
  body.bytes = sendableParts(identity, br, gz)
}

export const plainBody = ({ bytes, type }: BytesContent) => plainBytes(bytes, type, hash(bytes))

export const plainBytes = (bytes: Bytes, type: string, etag: string): EncodedBody => ({
  type,
  etag,
  bytes: { identity: bytes },
})

export const sizeOfBody = ({ bytes: { identity, br, gzip } }: EncodedBody | GzipBody) =>
  [identity, br, gzip].reduce((sum, part) => sum + (part?.byteLength ?? 0), 1)

const gzipOptions = (level: number) => ({ level })

const brotliOptions = (body: Bytes, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  },
})

const sendableParts = (identity: Bytes, br: Uint8Array, gzip: Uint8Array) => ({
  identity,
  br: new Uint8Array(br),
  gzip: new Uint8Array(gzip),
})

const hash = (body: Bytes) => Bun.hash(body).toString(36)

export function encodedResponse(
  call: Call,
  body: EncodedBody | GzipBody,
  headers: Record<string, string>,
  status = 200,
): Response {
  const { headers: requestHeaders } = call.request
  const encoding = chooseEncoding(acceptedEncodings(requestHeaders.get('accept-encoding')), body.bytes)
  const { etag, unchanged, sent } = headersOf(body, headers, encoding)
  if (status === 200 && matchesEtag(requestHeaders.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: unchanged })
  }
  return new Response(contentOf(body, encoding, call), { status, headers: sent })
}

export function headersOf(body: EncodedBody | GzipBody, headers: Record<string, string>, encoding: Encoding) {
  const etag = `"${body.etag}-${encoding}"`
  const unchanged = { ...headers, etag, vary: 'accept-encoding' }
  const sent: Record<string, string> = { ...unchanged, 'content-type': body.type }
  if (encoding !== 'identity') sent['content-encoding'] = encoding
  return { etag, unchanged, sent }
}

function contentOf(body: EncodedBody | GzipBody, encoding: Encoding, call: Call) {
  const part = body.bytes[encoding]
  if (!part) return isHead(call) || !('parts' in body) ? null : streamLarge(gunzipParts(body), call)
  const size = part.byteLength
  if (isHead(call) || size < SINGLE_WRITE_FROM_BYTES) return part
  if (size >= STREAMED_FROM_BYTES) return streamLarge(chunksOf(part), call)
  return body.isShared && size >= SHARED_FROM_BYTES ? sharedBlob(part) : singleWriteBytes(part)
}

const isHead = ({ method }: Call) => method === 'HEAD'

const blobs = new WeakMap<Bytes, Blob>()

/** A Response copies its bytes and holds them until the client has read them; a Blob is referenced. */
export function sharedBlob(part: Bytes): Blob {
  const blob = blobs.get(part) ?? new Blob([part])
  blobs.set(part, blob)
  return blob
}

function streamLarge(pieces: AsyncGenerator<Bytes>, { request, holdLarge }: Call): ReadableStream {
  const release = holdLarge()
  // `cancel` isn't called if the client disconnects before the first byte.
  request.signal.addEventListener('abort', release)
  return streamOf(pieces, release)
}

/** If-None-Match compares weakly: proxies may add W/. */
export function matchesEtag(known: string | null, etag: string): boolean {
  if (known === null || known === etag) return known !== null
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
