import { forbidden } from '#src/errors.ts'

/** Throws AppError forbidden for a program, which has none. */
export function ownSession(sessionId: string | null): string {
  if (sessionId === null) throw forbidden()
  return sessionId
}
