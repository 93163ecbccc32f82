import { KEYWORD_UPLOAD_PATH, UPLOAD_MAX_BYTES } from '#domain/keywords.ts'
import { AppError, invalid } from '#src/errors.ts'

const KB = 1024
const MB = 1024 * KB

type Limit = {
  path: string
  bytes: number
  /** Read bit by bit and counted while it comes: such a body need not state its length. */
  isStreamed?: boolean
}

/** The most bytes that a request's body may have; the first path that starts the request's counts. */
const LIMITS: Limit[] = [
  { path: '/api/track/', bytes: KB },
  { path: '/api/admin/login', bytes: 8 * KB },
  { path: '/api/admin/blog/', bytes: MB },
  { path: '/api/admin/ai-prompts', bytes: 256 * KB },
  { path: KEYWORD_UPLOAD_PATH, bytes: UPLOAD_MAX_BYTES, isStreamed: true },
  { path: '/api/', bytes: 64 * KB },
  { path: '/', bytes: 0 },
]

const limitOf = (path: string) => LIMITS.find((entry) => path.startsWith(entry.path))

/** Whether the route at this path reads its body by itself. */
export const isStreamed = (path: string): boolean => limitOf(path)?.isStreamed === true

/**
 * Judges a request's body by its headers, before a byte of it is read.
 * Throws AppError invalid, length_required, too_large or unsupported_media_type.
 */
export function refuseBody(request: Request, path: string): void {
  const declared = request.headers.get('content-length')
  const limit = limitOf(path)
  if (declared === null) {
    if (!request.headers.has('transfer-encoding')) return
    if (!limit?.isStreamed) throw new AppError('length_required', 'The request must state its length')
  } else {
    // A length given twice arrives as a list: two servers could each believe another part of it.
    if (!/^\d+$/.test(declared)) throw invalid('The request must state one length')
    const length = Number(declared)
    if (length === 0) return
    const most = limit?.bytes ?? 0
    if (length > most) {
      throw new AppError('too_large', `The request is too large: at most ${most} bytes are taken here`)
    }
  }
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'The request must be JSON (Content-Type: application/json)')
  }
}
