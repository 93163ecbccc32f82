import { NotFoundError, ParseError, ValidationError } from 'elysia'
import { AppError, invalid, notFound } from '#src/errors.ts'

/**
 * What a thrown value means to the caller. Elysia's own answers are never sent: they echo the refused body, passwords
 * included, or the text of whatever was thrown.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof NotFoundError) return notFound('Page')
  if (error instanceof ParseError) return invalid('The request body is not valid JSON')
  if (error instanceof ValidationError) return fromValidation(error)
  return new AppError('internal', 'Internal server error', { cause: error })
}

function fromValidation(error: ValidationError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.all) {
    if (!('path' in issue) || typeof issue.message !== 'string') continue
    fields[String(issue.path)] ??= issue.message
  }
  return invalid(Object.values(fields)[0] ?? 'The request is not valid', fields)
}
