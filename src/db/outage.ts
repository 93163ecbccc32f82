import { DISK_FULL, isDiskFull, unavailableNow } from '#src/lib/disk-full.ts'
import { errorCode } from '#src/lib/error-code.ts'

const OUTAGE = /^SQLITE_(?:BUSY|LOCKED|NOMEM|READONLY|IOERR|FULL|CANTOPEN|PROTOCOL)(?:_|$)/

export const isOutage = (error: unknown) => OUTAGE.test(errorCode(error))

export const isBusy = (error: unknown) => /^SQLITE_BUSY(?:_|$)/.test(errorCode(error))

export const databaseDown = (cause: unknown) =>
  unavailableNow(isDiskFull(cause) ? DISK_FULL : 'The database is not responding.', cause)
