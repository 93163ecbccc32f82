import type * as z from 'zod/mini'
import { AppError, invalid } from '#src/errors.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { jsonBytesMax } from './json-limit.ts'
import { readPieces, tooLarge } from './timed-body.ts'

export type Upload = { types: readonly string[]; bytes: number }

export type BodyLimit = {
  bytes: number
  isStreamed: boolean
  isJson?: boolean
  types?: readonly string[]
}

/** Some clients send an empty object to routes without a body. */
const UNUSED_BODY_BYTES = 1024

export function bodyLimitOf({
  path,
  body,
  streams,
  upload,
}: {
  path: string
  body?: z.core.$ZodType | null | undefined
  streams?: { bytes: number } | undefined
  upload?: Upload | undefined
}): BodyLimit {
  if (upload) return { ...upload, isStreamed: false }
  if (streams) return { bytes: streams.bytes, isStreamed: true }
  const unused = path.startsWith('/api/') ? UNUSED_BODY_BYTES : 0
  return { bytes: body ? jsonBytesMax(body) : unused, isStreamed: false, isJson: Boolean(body) }
}

/** Returns the bytes that reading the body holds in memory. */
export function checkBodyHeaders(
  { headers }: Request,
  { bytes, isStreamed, isJson = false, types }: BodyLimit,
): number {
  const declared = headers.get('content-length')
  if (declared === null) {
    if (!headers.has('transfer-encoding')) return 0
    if (!isStreamed && !isJson) throw new AppError('length_required', 'Content-Length is required')
  } else {
    // Duplicate headers arrive as a list. Servers that disagree about the length allow request smuggling.
    if (!/^\d+$/.test(declared)) throw invalid('Content-Length must be a single number')
    const length = Number(declared)
    if (length === 0) return 0
    if (length > bytes) throw tooLarge(bytes)
  }
  const [given = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const type = given.trim()
  if (types && !types.includes(type)) {
    throw new AppError('unsupported_media_type', `The Content-Type must be one of ${types.join(', ')}`)
  }
  if (!types && type !== 'application/json') {
    throw new AppError('unsupported_media_type', 'The request must be JSON (Content-Type: application/json)')
  }
  if (isStreamed) return 0
  return Number(declared ?? bytes) * (isJson ? JSON_FACTOR : 1)
}

/** Received, as text, and parsed. */
const JSON_FACTOR = 3

const DEPTH_MAX = 20

/** Longer bodies take milliseconds, so simultaneous ones must not run in one turn of the event loop. */
const SHORT_BYTES = 64 * 1024

export async function readJson(request: Request, { bytes }: BodyLimit): Promise<unknown> {
  const chunks = request.headers.has('content-length') ? null : request.body
  const text = chunks === null ? await request.text() : await readChunked(chunks, bytes)
  const { length } = text
  if (length === 0) return null
  if (length > SHORT_BYTES) {
    await yieldToEventLoop(request.signal)
    if (hasMoreValues(text, VALUES_MAX)) throw invalid('The request body has too many values')
  }
  const value = parse(text)
  if (!isShallow(value, DEPTH_MAX)) throw invalid('The request body is nested too deeply')
  return value
}

async function readChunked(body: ReadableStream<Uint8Array>, bytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of readPieces({ body }, bytes)) pieces.push(piece)
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** Each takes up to 90 bytes once parsed, thirty times as many as in a body. Lists have at most 200 items. */
const VALUES_MAX = 10_000

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const SEPARATORS = new Set([...'[{,:'].map((separator) => separator.charCodeAt(0)))

/** Whether JSON has more lists, objects, names and other values than `most`. Doesn't check the syntax. */
function hasMoreValues(json: string, most: number): boolean {
  let values = 0
  for (let at = 0; at < json.length && values <= most; at++) {
    const code = json.charCodeAt(at)
    if (SEPARATORS.has(code)) values += 1
    if (code === QUOTE) at = endOfString(json, at)
  }
  return values > most
}

function endOfString(json: string, start: number): number {
  let end = start
  for (;;) {
    end = json.indexOf('"', end + 1)
    if (end === -1) return json.length
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('The request body is not valid JSON')
    throw error
  }
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))
