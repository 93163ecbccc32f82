import * as z from 'zod'
import { UPLOAD_MAX_BYTES } from '#domain/keywords.ts'
import { AppError, invalid } from '#src/errors.ts'
import { descriptionOf } from './describe.ts'
import { mostJsonBytes } from './json-bytes.ts'
import { matchesPath } from './methods.ts'

export type Route = { method: string; path: string; hooks: unknown }

export type BodyLimit = {
  /** The most bytes that the body may have. */
  bytes: number
  /** The route reads it bit by bit and counts while it comes: such a body need not state its length. */
  isStreamed: boolean
  /** The media types of a route that takes a file and not JSON. */
  types?: readonly string[]
}

export type BodyLimits = (method: string, path: string) => BodyLimit

/** Clients send an empty object where nothing is wanted. */
const WANTS_NOTHING = { bytes: 1024, isStreamed: false }
const NONE = { bytes: 0, isStreamed: false }

const Options = z.object({
  body: z.custom<z.core.$ZodType>((value) => value instanceof z.core.$ZodType),
})

/** How large the body of a request may be, by what its route takes. */
export function createBodyLimits(routes: Route[]): BodyLimits {
  const limits = routes.flatMap(({ method, path, hooks }) => {
    const limit = limitOf(hooks)
    return limit ? [{ method, path, limit }] : []
  })
  return (method, path) =>
    limits.find((entry) => entry.method === method && matchesPath(entry.path, path))?.limit ??
    (path.startsWith('/api/') ? WANTS_NOTHING : NONE)
}

function limitOf(hooks: unknown): BodyLimit | null {
  const { data } = Options.safeParse(hooks)
  if (data) return { bytes: mostJsonBytes(data.body), isStreamed: false }
  const { takes, upload } = descriptionOf(hooks) ?? {}
  if (upload) return { ...upload, isStreamed: false }
  return takes ? { bytes: UPLOAD_MAX_BYTES, isStreamed: true } : null
}

/**
 * Judges a request's body by its headers, before a byte of it is read.
 * Throws AppError invalid, length_required, too_large or unsupported_media_type.
 */
export function refuseBody(request: Request, { bytes, isStreamed, types }: BodyLimit): void {
  const declared = request.headers.get('content-length')
  if (declared === null) {
    if (!request.headers.has('transfer-encoding')) return
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
  const [given = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  const type = given.trim()
  if (types && !types.includes(type)) {
    throw new AppError('unsupported_media_type', `The Content-Type must be one of ${types.join(', ')}`)
  }
  if (!types && type !== 'application/json') {
    throw new AppError('unsupported_media_type', 'The request must be JSON (Content-Type: application/json)')
  }
}
