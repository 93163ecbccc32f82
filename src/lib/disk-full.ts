import { AppError, StartError } from '#src/errors.ts'
import { errorCode } from './error-code.ts'

export const DISK_FULL = 'The disk is full.'

/** The last one: SQLite can't extend the index of its log. */
const CODES = /^(?:SQLITE_FULL|ENOSPC|EDQUOT|SQLITE_IOERR_SHMSIZE)$/

/** Causes may be circular. */
const CAUSES_MAX = 10

/** Whether a full disk, or a used up quota, is the error or a cause of it. */
export function isDiskFull(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth++) {
    if (CODES.test(errorCode(cause))) return true
    cause = cause.cause
  }
  return false
}

export const unavailableNow = (reason: string, cause: unknown) =>
  new AppError('unavailable', `${reason} Please try again later.`, { headers: { 'retry-after': '5' }, cause })

/** With its cause, if that is a full disk. Throws errors that aren't expected. */
export function asStartError(error: unknown): StartError {
  if (error instanceof StartError && (error.message.includes(DISK_FULL) || !isDiskFull(error))) return error
  if (!isDiskFull(error)) throw error
  const what = error instanceof StartError ? `${error.message} ` : ''
  return new StartError(`${what}${DISK_FULL}`, { cause: error })
}
