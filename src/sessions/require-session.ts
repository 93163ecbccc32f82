import { forbidden } from '#src/errors.ts'

/** Throws AppError forbidden for personal tokens. */
export function requireSession(sessionId: string | null): string {
  if (sessionId === null) throw forbidden()
  return sessionId
}
