import { type ErrorResponse, STATUS_OF } from '#domain/errors.ts'
import { AppError } from '#src/errors.ts'
import { singleWriteText } from './single-write.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const NO_STORE = { 'cache-control': 'no-store' }

export const jsonBody = (value: unknown): BodyInit => singleWriteText(JSON.stringify(value))

/** For JSON responses of the API; never 204. */
export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(jsonBody(body), {
    status,
    headers: { 'content-type': JSON_TYPE, ...NO_STORE, ...headers },
  })
}

export type JsonResult = { value: unknown; status: number; headers?: Record<string, string> }

export function errorResponse(error: AppError, requestId: string): JsonResult {
  const body: ErrorResponse = { message: error.message, code: error.code }
  if (error.fields) body.fields = error.fields
  if (error.code === 'internal') body.requestId = requestId
  return { value: body, status: STATUS_OF[error.code], headers: error.headers }
}

export const internalError = (cause: unknown) => new AppError('internal', 'Internal server error', { cause })
