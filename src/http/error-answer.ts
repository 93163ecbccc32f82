import { type ErrorAnswer, STATUS_OF } from '#domain/errors.ts'
import { AppError } from '#src/errors.ts'
import { WHOLE_FROM_BYTES, wholeBody } from './whole-body.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const NOT_STORED = { 'cache-control': 'no-store' }

/** UTF-8 has at most this many bytes for each unit of a text. */
const MOST_BYTES_OF_UNIT = 3

/** A value as the body of an answer. */
export function jsonBody(value: unknown): BodyInit {
  const text = JSON.stringify(value)
  if (text.length < WHOLE_FROM_BYTES / MOST_BYTES_OF_UNIT) return text
  const bytes = new TextEncoder().encode(text)
  return bytes.byteLength < WHOLE_FROM_BYTES ? bytes : wholeBody(bytes)
}

/** What every answer under /api looks like: never 204, never anything but JSON. */
export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(jsonBody(body), {
    status,
    headers: { 'content-type': JSON_TYPE, ...NOT_STORED, ...headers },
  })
}

/** Becomes JSON; `headers` are those that other answers don't have. */
export type Plain = { value: unknown; status: number; headers?: Record<string, string> }

/** The one place where an error becomes an answer. What the caller can't act on says nothing but a request id. */
export function errorAnswer(error: AppError, requestId: string): Plain {
  const answer: ErrorAnswer = { message: error.message, code: error.code }
  if (error.fields) answer.fields = error.fields
  if (error.code === 'internal') answer.requestId = requestId
  return { value: answer, status: STATUS_OF[error.code], headers: error.headers }
}

export const internalError = (cause: unknown) => new AppError('internal', 'Internal server error', { cause })
