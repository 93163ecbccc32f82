import { errorCode } from '#src/lib/error-code.ts'

/** `column` is like 'users.email'. Recognizes errors of both engines, even if wrapped by Drizzle. */
export function isUniqueViolation(error: unknown, column?: string): boolean {
  if (!(error instanceof Error)) return false
  const taken = /\bUNIQUE constraint failed: (.+)/.exec(error.message)?.[1]
  if (taken === undefined || !errorCode(error).startsWith('SQLITE_CONSTRAINT')) {
    return isUniqueViolation(error.cause, column)
  }
  return column === undefined || taken.split(', ').includes(column)
}
