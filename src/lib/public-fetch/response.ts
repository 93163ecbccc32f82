import type { IncomingMessage } from 'node:http'
import { BAD_CERTIFICATE, type Failure, INTERRUPTED, MALFORMED_RESPONSE, TOO_LARGE } from './failures.ts'

export type Head = {
  status: number
  location: string | null
  contentType: string | null
  contentEncoding: string | null
}

/** Still compressed; empty if unwanted. */
export type FetchedResponse = Head & { body: Uint8Array }

export type BodyOptions = {
  wantsBody: (head: Head) => boolean
  bytesMax: number
  /** Truncate larger bodies instead of failing. */
  truncates: boolean
}

/** Streams of tiny chunks burn CPU; a legitimate page may have some. */
const SMALL_CHUNKS_MAX = 10_000
const AVERAGE_BYTES_MIN = 16

export function readResponse(
  response: IncomingMessage,
  { wantsBody, bytesMax, truncates }: BodyOptions,
  settle: (result: FetchedResponse | Failure) => void,
): void {
  const head = headOf(response)
  const sink = createSink()
  let pieces = 0
  const finish = () => settle({ ...head, body: sink.bytes(bytesMax) })
  const isTooLarge = (bytes: number) => bytes > bytesMax && !truncates

  response.on('error', (error) => settle(errorFailure(error) ?? INTERRUPTED))
  response.on('aborted', () => settle(INTERRUPTED))
  if (!wantsBody(head)) {
    finish()
    return
  }
  if (isTooLarge(Number(response.headers['content-length'] ?? 0))) {
    settle(TOO_LARGE)
    return
  }
  response.on('data', (chunk: Uint8Array) => {
    const size = sink.add(chunk)
    if (++pieces > SMALL_CHUNKS_MAX && size < pieces * AVERAGE_BYTES_MIN) settle(MALFORMED_RESPONSE)
    else if (isTooLarge(size)) settle(TOO_LARGE)
    else if (size > bytesMax) finish()
  })
  response.on('end', () => (response.complete ? finish() : settle(INTERRUPTED)))
}

const headOf = ({ statusCode = 0, headers }: IncomingMessage): Head => ({
  status: statusCode,
  location: headers.location ?? null,
  contentType: headers['content-type'] ?? null,
  contentEncoding: headers['content-encoding'] ?? null,
})

/** Millions of 1-byte chunks would take a hundred times their size. */
function createSink() {
  let buffer = new Uint8Array(64 * 1024)
  let size = 0
  return {
    add: (chunk: Uint8Array): number => {
      const needed = size + chunk.byteLength
      if (needed > buffer.byteLength) {
        const larger = new Uint8Array(Math.max(needed, 2 * buffer.byteLength))
        larger.set(buffer)
        buffer = larger
      }
      buffer.set(chunk, size)
      size = needed
      return size
    },
    bytes: (most: number): Uint8Array => buffer.slice(0, Math.min(size, most)),
  }
}

/** Null if the code means only that the connection ended. */
export function errorFailure(error: NodeJS.ErrnoException): Failure | null {
  const { code = '' } = error
  if (code.startsWith('HPE_')) return MALFORMED_RESPONSE
  return /CERT|ISSUER|SELF_SIGNED|VERIFY/.test(code) ? BAD_CERTIFICATE : null
}
