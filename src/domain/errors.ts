/** Every way an answer can refuse, and the HTTP status it travels with. */
export const STATUS_OF = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  length_required: 411,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS_OF

/** The body of every refusal under /api. `fields` maps a field's name to what is wrong with it. */
export type ErrorAnswer = {
  message: string
  code: ErrorCode
  fields?: Record<string, string>
  requestId?: string
}
