/** Whether an error says that a value is taken already; drizzle wraps what the database threw. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^SQLITE_CONSTRAINT(?:_UNIQUE|_PRIMARYKEY)?$/.test(String(cause.code))) {
      return /UNIQUE constraint failed/.test(cause.message)
    }
  }
  return false
}
