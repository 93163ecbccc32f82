import { AppError } from '#src/errors.ts'
import { codeOf } from './unique-violation.ts'

/** SQLite's codes for a database that can't be used at the moment: nothing is wrong with the statement. */
const OUTAGE = /^SQLITE_(?:BUSY|LOCKED|NOMEM|READONLY|IOERR|FULL|CANTOPEN|PROTOCOL)(?:_|$)/

export const isOutage = (error: unknown) => OUTAGE.test(codeOf(error))

/** Somebody else is writing: it passes. */
export const isBusy = (error: unknown) => /^SQLITE_BUSY(?:_|$)/.test(codeOf(error))

export const databaseDown = (cause: unknown) =>
  new AppError('unavailable', 'The database does not answer. Please try again later.', {
    headers: { 'retry-after': '5' },
    cause,
  })
