/**
 * Whether a query failed because a value that must be unique is taken; asked for a `column` like 'users.email',
 * whether it is that one's. Knows both engines' errors, bare and wrapped by Drizzle.
 */
export function isUniqueViolation(error: unknown, column?: string): boolean {
  if (!(error instanceof Error)) return false
  const taken = /\bUNIQUE constraint failed: (.+)/.exec(error.message)?.[1]
  if (taken === undefined || !codeOf(error).startsWith('SQLITE_CONSTRAINT')) {
    return isUniqueViolation(error.cause, column)
  }
  return column === undefined || taken.split(', ').includes(column)
}

/** The code of SQLite's own error, such as SQLITE_BUSY; empty for any other error. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether a query failed because of a constraint on a column of this table. */
export function violatesConstraintOf(error: unknown, table: string): boolean {
  if (!(error instanceof Error)) return false
  const isOfTable = error.message.includes(`constraint failed: ${table}.`)
  return (
    (isOfTable && codeOf(error).startsWith('SQLITE_CONSTRAINT')) || violatesConstraintOf(error.cause, table)
  )
}
