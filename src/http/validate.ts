import * as z from 'zod/mini'
import { invalid } from '#src/errors.ts'

export type Schema = z.core.$ZodType

/** Throws AppError invalid with top-level field names only; nested names could come from the client. */
export function validate<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = z.safeParse(schema, value)
  if (success) return data
  const fields: Record<string, string> = {}
  for (const {
    path: [field],
    message,
  } of error.issues) {
    if (field !== undefined) fields[String(field)] ??= message
  }
  throw invalid(
    error.issues[0]?.message || 'The request is not valid',
    Object.keys(fields).length > 0 ? fields : undefined,
  )
}
