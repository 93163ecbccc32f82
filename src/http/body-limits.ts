import { AppError, invalid } from '#src/errors.ts'

const KB = 1024
const MB = 1024 * KB

/** The most bytes that a request's body may have; the first path that starts the request's counts. */
const LIMITS: { path: string; bytes: number }[] = [
  { path: '/api/track/', bytes: KB },
  { path: '/api/admin/login', bytes: 8 * KB },
  { path: '/api/admin/blog/', bytes: MB },
  { path: '/api/admin/ai-prompts', bytes: 256 * KB },
  { path: '/api/', bytes: 64 * KB },
  { path: '/', bytes: 0 },
]

/**
 * Judges a request's body by its headers, before a byte of it is read.
 * Throws AppError invalid, length_required, too_large or unsupported_media_type.
 */
export function refuseBody(request: Request, path: string): void {
  const declared = request.headers.get('content-length')
  if (declared === null) {
    if (!request.headers.has('transfer-encoding')) return
    throw new AppError('length_required', 'The request must state its length')
  }
  // A length given twice arrives as a list: two servers could each believe another part of it.
  if (!/^\d+$/.test(declared)) throw invalid('The request must state one length')
  const length = Number(declared)
  if (length === 0) return
  const limit = LIMITS.find((entry) => path.startsWith(entry.path))?.bytes ?? 0
  if (length > limit)
    throw new AppError('too_large', `The request is too large: at most ${limit} bytes are taken here`)
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'The request must be JSON (Content-Type: application/json)')
  }
}
