import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Call } from './call.ts'
import { acceptedEncodings, chooseEncoding, type Encoding } from './encodings.ts'
import { type PackedBody, unpack } from './packed.ts'
import { chunksOf, streamOf } from './stream.ts'
import { WHOLE_FROM_BYTES, wholeBody } from './whole-body.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A body in each encoding that is worth sending; `etag` is its hash, without quotes. */
export type EncodedBody = {
  type: string
  etag: string
  bytes: { identity: Bytes; br?: Bytes; gzip?: Bytes }
  /** Compressed in a hurry: worth a better compression when it is asked for often. */
  isCheap?: boolean
  /** Sent without a turn of the event loop: large parts need no copy for each reader. */
  isShared?: boolean
  /** Made for one answer, and not to be kept. */
  isPassing?: boolean
}

/** What is smaller fits into the buffer that the system has for a connection anyway. */
const SHARED_FROM_BYTES = 48 * 1024

/** What is larger is sent bit by bit, and not to any number of readers at once: it takes a while to be written. */
export const STREAMED_FROM_BYTES = 512 * 1024

/** Compresses once, for bodies that are served many times. `quality` is brotli's 0 to 11. */
export function encodeBody(body: Bytes, type: string, quality: number): EncodedBody {
  const br = brotliCompressSync(body, brotliOptions(body, quality))
  const gz = gzipSync(body, gzipOptions(GZIP_BEST))
  return {
    type,
    etag: hash(body),
    bytes: { identity: body, br: new Uint8Array(br), gzip: new Uint8Array(gz) },
  }
}

const brotliLater = promisify(brotliCompress)
const gzipLater = promisify(gzip)

/** Twenty times as fast as the best, for a quarter more bytes. */
const BROTLI_CHEAP = 4
const GZIP_CHEAP = 4
const GZIP_BEST = 9

/** Compresses on another thread, cheaply. */
export async function encodeBytes(body: Bytes, type: string): Promise<EncodedBody> {
  const br = await brotliLater(body, brotliOptions(body, BROTLI_CHEAP))
  const gz = await gzipLater(body, gzipOptions(GZIP_CHEAP))
  return { type, etag: hash(body), bytes: sendableParts(body, br, gz), isCheap: true }
}

/** The most bytes that are compressed at each quality: 11 makes a page a tenth smaller than 9, and takes it 50 ms. */
const QUALITIES = [
  { most: 128 * 1024, quality: 11 },
  { most: 256 * 1024, quality: 9 },
] as const

/** Compresses a body anew as well as is worth its time; one over 256 KB stays as it is. */
export async function improveBody(body: EncodedBody): Promise<void> {
  const { identity } = body.bytes
  const quality = QUALITIES.find(({ most }) => identity.byteLength <= most)?.quality
  if (quality === undefined) return
  const br = await brotliLater(identity, brotliOptions(identity, quality))
  const gz = await gzipLater(identity, gzipOptions(GZIP_BEST))
  body.bytes = sendableParts(identity, br, gz)
}

/** The same left as it is, for a text that is worth no work. */
export function plainText({ text, type }: { text: string; type: string }): EncodedBody {
  const body = new TextEncoder().encode(text)
  return { type, etag: hash(body), bytes: { identity: body } }
}

/** The same of bytes that are compressed already; `etag` names them, without quotes. */
export const plainBytes = (bytes: Bytes, type: string, etag: string): EncodedBody => ({
  type,
  etag,
  bytes: { identity: bytes },
})

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

/** The answer with this body in the best encoding that the client takes; 304 when it has it already. */
export function encodedAnswer(
  call: Call,
  body: EncodedBody | PackedBody,
  headers: Record<string, string>,
  status = 200,
): Response {
  const { headers: asked } = call.request
  const accepted = acceptedEncodings(asked.get('accept-encoding'))
  const encoding = chooseEncoding(accepted, 'parts' in body ? PACKED_FORMS : body.bytes)
  const etag = `"${body.etag}-${encoding}"`
  const about: Record<string, string> = { ...headers, etag, vary: 'accept-encoding' }
  if (status === 200 && hasAlready(asked.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: about })
  }
  about['content-type'] = body.type
  if (encoding !== 'identity') about['content-encoding'] = encoding
  return new Response(contentOf(body, encoding, call), { status, headers: about })
}

/** What is packed can be sent in these: identity is unpacked on the way. */
const PACKED_FORMS = { gzip: true, identity: true }

/** Throws AppError unavailable when too many large answers are under way. */
function contentOf(body: EncodedBody | PackedBody, encoding: Encoding, call: Call) {
  if ('parts' in body && encoding === 'identity') return isHead(call) ? null : streamLarge(unpack(body), call)
  const part = 'parts' in body ? body.bytes.gzip : (body.bytes[encoding] ?? body.bytes.identity)
  const size = part.byteLength
  if (isHead(call) || size < WHOLE_FROM_BYTES) return part
  if (size >= STREAMED_FROM_BYTES) return streamLarge(chunksOf(part), call)
  return body.isShared && size >= SHARED_FROM_BYTES ? sharedBlob(part) : wholeBody(part)
}

const isHead = ({ method }: Call) => method === 'HEAD'

const blobs = new WeakMap<Bytes, Blob>()

/**
 * The same bytes for any number of readers who take their time: a Response copies bytes, and holds the copy until its
 * reader has them; to a Blob it only refers.
 */
export function sharedBlob(part: Bytes): Blob {
  const blob = blobs.get(part) ?? new Blob([part])
  blobs.set(part, blob)
  return blob
}

function streamLarge(pieces: AsyncGenerator<Bytes>, { request, holdLarge }: Call): ReadableStream {
  const release = holdLarge()
  // A client that leaves before the first byte cancels nothing.
  request.signal.addEventListener('abort', release)
  return streamOf(pieces, release)
}

/** If-None-Match compares weakly: a proxy may have marked the tag with W/. */
export function hasAlready(known: string | null, etag: string): boolean {
  if (known === null) return false
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
