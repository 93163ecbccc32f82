import type { ErrorCode } from '#domain/errors.ts'

type Extra = { fields?: Record<string, string>; headers?: Record<string, string>; cause?: unknown }

/** A refusal that the caller can act on: its message is shown as it stands. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, { fields, headers = {}, cause }: Extra = {}) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.fields = fields
    this.headers = headers
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Rounded up, so that nobody comes back too early. */
const describeWait = (seconds: number): string => {
  if (seconds <= 2 * MINUTE) return `${seconds} seconds`
  if (seconds <= 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`
  return `${Math.ceil(seconds / HOUR)} hours`
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new AppError('invalid', message, { fields })
export const unauthorized = (message = 'Please sign in') =>
  new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
/** The password was right, and a code has to come with it. */
export const secondStepNeeded = () =>
  new AppError('second_step_needed', 'Please enter the code of your authenticator app', {
    headers: { 'www-authenticate': 'Bearer' },
  })
export const secondStepFailed = () =>
  new AppError('second_step_failed', 'This code is not right, or has been used', {
    headers: { 'www-authenticate': 'Bearer' },
  })
/** The grace is over: a user without a second step may do nothing but set one up. */
export const secondStepRequired = () =>
  new AppError('second_step_required', 'This site requires a second step. Please set one up first.')
export const forbidden = (message = 'You do not have permission to perform this action') =>
  new AppError('forbidden', message)
/** A session may not do this until its user has given a password or passkey again. */
export const proofRequired = () =>
  new AppError('proof_required', 'Please confirm that it is you: give your password or passkey again')
export const passwordChangeRequired = () =>
  new AppError('password_change_required', 'Please set a new password of your own first')
export const notFound = (thing: string) => new AppError('not_found', `${thing} not found`)
export const methodNotAllowed = (allowed: string[]) =>
  new AppError('method_not_allowed', `This address takes ${allowed.join(', ')}`, {
    headers: { allow: allowed.join(', ') },
  })
export const conflict = (message: string, fields?: Record<string, string>) =>
  new AppError('conflict', message, { fields })
/** Someone else saved what is being edited. */
export const editConflict = (message: string, fields: Record<string, string>) =>
  new AppError('edit_conflict', message, { fields })
export const rateLimited = (seconds: number) =>
  new AppError('rate_limited', `Too many attempts. Please try again in ${describeWait(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  })
export const badGateway = (message: string, cause?: unknown) =>
  new AppError('bad_gateway', message, { cause })
export const unavailable = (message: string, headers?: Record<string, string>) =>
  new AppError('unavailable', message, { headers })

/** Whether this, or what caused it, is something that may pass by itself. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'unavailable'
    : error instanceof Error && isUnavailable(error.cause)

/** The operator asked for something that can't be done as asked: one sentence on stderr, exit status 2. */
export class StartError extends Error {
  override name = 'StartError'
}
