import * as z from 'zod/mini'

const ErrorCode = z.enum([
  'invalid',
  'unauthorized',
  'second_step_needed',
  'second_step_failed',
  'forbidden',
  'proof_required',
  'password_change_required',
  'second_step_required',
  'not_found',
  'method_not_allowed',
  'conflict',
  'edit_conflict',
  'length_required',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'bad_gateway',
  'unavailable',
])
export type ErrorCode = z.infer<typeof ErrorCode>

export const STATUS_OF = {
  invalid: 400,
  unauthorized: 401,
  second_step_needed: 401,
  second_step_failed: 401,
  forbidden: 403,
  proof_required: 403,
  password_change_required: 403,
  second_step_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  edit_conflict: 409,
  length_required: 411,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

export const ErrorResponse = z.object({
  message: z.string(),
  code: ErrorCode,
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>
