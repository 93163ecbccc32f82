import { AppError, invalid } from '#src/errors.ts'
import { mostJsonBytes } from './json-bytes.ts'
import type { Schema } from './validated.ts'

/** Media types that a file may have, and the most bytes of it. */
export type Upload = { types: readonly string[]; bytes: number }

export type BodyLimit = {
  /** The most bytes that the body may have. */
  bytes: number
  /** The route reads it bit by bit and counts while it comes: such a body need not state its length. */
  isStreamed: boolean
  /** The media types of a route that takes a file and not JSON. */
  types?: readonly string[]
}

/** Clients send an empty object where nothing is wanted. */
const UNWANTED_BYTES = 1024

/** How large the body of a request may be, by what its route takes. */
export function limitOf({
  path,
  body,
  streams,
  upload,
}: {
  path: string
  body?: Schema
  streams?: { bytes: number }
  upload?: Upload
}): BodyLimit {
  if (upload) return { ...upload, isStreamed: false }
  if (streams) return { bytes: streams.bytes, isStreamed: true }
  const unwanted = path.startsWith('/api/') ? UNWANTED_BYTES : 0
  return { bytes: body ? mostJsonBytes(body) : unwanted, isStreamed: false }
}

/**
 * Judges a request's body by its headers, before a byte of it is read.
 * Throws AppError invalid, length_required, too_large or unsupported_media_type.
 */
export function refuseBody({ headers }: Request, { bytes, isStreamed, types }: BodyLimit): void {
  const declared = headers.get('content-length')
  if (declared === null) {
    if (!headers.has('transfer-encoding')) return
    if (!isStreamed) throw new AppError('length_required', 'The request must state its length')
  } else {
    // A length given twice arrives as a list: two servers could each believe another part of it.
    if (!/^\d+$/.test(declared)) throw invalid('The request must state one length')
    const length = Number(declared)
    if (length === 0) return
    if (length > bytes) {
      throw new AppError('too_large', `The request is too large: at most ${bytes} bytes are taken here`)
    }
  }
  const [given = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const type = given.trim()
  if (types && !types.includes(type)) {
    throw new AppError('unsupported_media_type', `The Content-Type must be one of ${types.join(', ')}`)
  }
  if (!types && type !== 'application/json') {
    throw new AppError('unsupported_media_type', 'The request must be JSON (Content-Type: application/json)')
  }
}

/** More levels than any form has. */
const DEEPEST = 20

/**
 * The body of a request that `refuseBody` let pass, whose size is therefore known; null without one. Throws AppError
 * invalid for what is no JSON or nested too deeply.
 */
export async function readJson(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length === 0) return null
  const value = parse(await request.text())
  if (!isShallow(value, DEEPEST)) throw invalid('The request body is nested too deeply')
  return value
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
