import * as z from 'zod/mini'
import { invalid } from '#src/errors.ts'

export type Schema = z.core.$ZodType

/**
 * A value as a schema has it. Throws AppError invalid, which names the fields of the schema: further in, a name may be
 * the sender's own.
 */
export function validated<S extends Schema>(schema: S, value: unknown): z.output<S> {
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
