import { type ErrorCode, STATUS_OF } from '#domain/errors.ts'

type Extra = { fields?: Record<string, string>; headers?: Record<string, string>; cause?: unknown }

/** An error the client can act on; its message is shown as is. */
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

/** Rounded up, so that no retry comes too early. */
const formatWait = (seconds: number): string => {
  if (seconds === 1) return '1 second'
  if (seconds <= 2 * MINUTE) return `${seconds} seconds`
  if (seconds <= 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`
  return `${Math.ceil(seconds / HOUR)} hours`
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new AppError('invalid', message, { fields })
export const unauthorized = (message = 'Please sign in') =>
  new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
/** The password is correct, but a code is required. */
export const secondStepCodeNeeded = () =>
  new AppError('second_step_needed', 'Please enter the code from your authenticator app', {
    headers: { 'www-authenticate': 'Bearer' },
  })
export const secondStepFailed = () =>
  new AppError('second_step_failed', 'This code is wrong or has already been used', {
    headers: { 'www-authenticate': 'Bearer' },
  })
export const secondStepSetupRequired = () =>
  new AppError('second_step_required', 'This site requires a second step. Please set one up first.')
export const forbidden = (message = 'You do not have permission to perform this action') =>
  new AppError('forbidden', message)
/** The user must enter the password or use a passkey again. */
export const proofRequired = () =>
  new AppError(
    'proof_required',
    'Please confirm your identity: enter your password or use your passkey again',
  )
export const passwordChangeRequired = () =>
  new AppError('password_change_required', 'Please set a new password first')
export const notFound = (thing: string) => new AppError('not_found', `${thing} not found`)
export const methodNotAllowed = (allowed: string[]) =>
  new AppError('method_not_allowed', `This URL allows only ${allowed.join(', ')}`, {
    headers: { allow: allowed.join(', ') },
  })
export const conflict = (message: string, fields?: Record<string, string>) =>
  new AppError('conflict', message, { fields })
/** Someone else has saved since. */
export const editConflict = (message: string, fields: Record<string, string>) =>
  new AppError('edit_conflict', message, { fields })
export const rateLimited = (seconds: number) =>
  new AppError('rate_limited', `Too many attempts. Please try again in ${formatWait(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  })
export const badGateway = (message: string, cause?: unknown) =>
  new AppError('bad_gateway', message, { cause })
export const unavailable = (message: string, headers?: Record<string, string>) =>
  new AppError('unavailable', message, { headers })

/** Whether the response is a 4xx. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && STATUS_OF[error.code] < 500

/** Whether the error, or a cause, is temporary. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'unavailable'
    : error instanceof Error && isUnavailable(error.cause)

/** Makes the command exit with status 2, printing the message to stderr. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Exits with status 1, so that service managers try again. */
export class TemporaryStartError extends StartError {}
