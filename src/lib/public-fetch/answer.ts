import type { IncomingMessage } from 'node:http'
import { BAD_CERTIFICATE, BROKEN_ANSWER, CUT_SHORT, type Failure, TOO_LARGE } from './failures.ts'

/** What a server says before the body. */
export type Head = {
  status: number
  location: string | null
  contentType: string | null
  contentEncoding: string | null
}

/** `body` is as it travelled, and empty where it was not wanted. */
export type Answer = Head & { body: Uint8Array }

export type Reading = {
  /** Whether the body after this head is to be read. */
  wantsBody: (head: Head) => boolean
  mostBytes: number
  /** A body of more than `mostBytes`: is it to be cut there, rather than a failure? */
  cuts: boolean
}

/** Chunks of a few bytes each take a server's time and carry nothing; a page may have some. */
const MOST_CRUMBS = 10_000
const SMALLEST_AVERAGE = 16

/** Calls `settle` when a body has come as far as it is wanted, or what follows can't be what was asked for. */
export function readAnswer(
  response: IncomingMessage,
  { wantsBody, mostBytes, cuts }: Reading,
  settle: (result: Answer | Failure) => void,
): void {
  const head = headOf(response)
  const sink = createSink()
  let pieces = 0
  const finish = () => settle({ ...head, body: sink.bytes(mostBytes) })
  const isTooLarge = (bytes: number) => bytes > mostBytes && !cuts

  response.on('error', (error) => settle(errorFailure(error) ?? CUT_SHORT))
  response.on('aborted', () => settle(CUT_SHORT))
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
    if (++pieces > MOST_CRUMBS && size < pieces * SMALLEST_AVERAGE) settle(BROKEN_ANSWER)
    else if (isTooLarge(size)) settle(TOO_LARGE)
    else if (size > mostBytes) finish()
  })
  response.on('end', () => (response.complete ? finish() : settle(CUT_SHORT)))
}

const headOf = ({ statusCode = 0, headers }: IncomingMessage): Head => ({
  status: statusCode,
  location: headers.location ?? null,
  contentType: headers['content-type'] ?? null,
  contentEncoding: headers['content-encoding'] ?? null,
})

/** One buffer for all: millions of chunks of a byte each would take a hundred times their size if they were kept. */
function createSink() {
  let buffer = new Uint8Array(64 * 1024)
  let size = 0
  return {
    /** Answers how many bytes there are now. */
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

/** What an error tells by its code; null where it tells no more than that it ended. */
export function errorFailure(error: NodeJS.ErrnoException): Failure | null {
  const { code = '' } = error
  if (code.startsWith('HPE_')) return BROKEN_ANSWER
  return /CERT|ISSUER|SELF_SIGNED|VERIFY/.test(code) ? BAD_CERTIFICATE : null
}
