import { DrizzleQueryError } from 'drizzle-orm/errors'
import { NotFoundError, ParseError, ValidationError } from 'elysia'
import { AppError, invalid, notFound } from '#src/errors.ts'
import { internalError } from './error-answer.ts'

/**
 * What a thrown value means to the caller. Elysia's own answers are never sent: they echo the refused body, passwords
 * included, or the text of whatever was thrown.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DrizzleQueryError && error.cause instanceof AppError) return error.cause
  if (error instanceof NotFoundError) return notFound('Page')
  if (error instanceof ParseError)
    return error.cause instanceof AppError ? error.cause : invalid('The request body is not valid JSON')
  if (error instanceof ValidationError) return fromValidation(error)
  return internalError(error)
}

/** Of what was refused only the field is named: below it, a name may be the sender's own. */
function fromValidation(error: ValidationError): AppError {
  // An answer that fails its own schema is our fault, and the error quotes all of it.
  if (error.type === 'response') return internalError(new Error('the answer does not fit its schema'))

  const messages: string[] = []
  const fields: Record<string, string> = {}
  for (const issue of error.all) {
    if (!('path' in issue) || typeof issue.message !== 'string') continue
    const [field = ''] = String(issue.path).replace(/^\//, '').split(/[./]/)
    messages.push(issue.message)
    if (field !== '' && field !== 'root') fields[field] ??= issue.message
  }
  const hasFields = Object.keys(fields).length > 0
  return invalid(messages[0] ?? 'The request is not valid', hasFields ? fields : undefined)
}
