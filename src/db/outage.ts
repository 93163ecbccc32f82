import { AppError } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'

const OUTAGE = /^SQLITE_(?:BUSY|LOCKED|NOMEM|READONLY|IOERR|FULL|CANTOPEN|PROTOCOL)(?:_|$)/

export const isOutage = (error: unknown) => OUTAGE.test(errorCode(error))

export const isBusy = (error: unknown) => /^SQLITE_BUSY(?:_|$)/.test(errorCode(error))

export const databaseDown = (cause: unknown) =>
  new AppError('unavailable', 'The database is not responding. Please try again later.', {
    headers: { 'retry-after': '5' },
    cause,
  })
