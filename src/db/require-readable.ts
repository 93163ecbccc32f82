import { accessSync, constants } from 'node:fs'
import { StartError } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'

/** Throws StartError with `missing` if there is no such file, otherwise with the reason why it can't be read. */
export function requireReadable(path: string, missing: string): void {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    const code = errorCode(error)
    if (['ENOENT', 'ENOTDIR'].includes(code)) throw new StartError(missing)
    const reason = code === 'EACCES' ? 'permission denied' : code
    throw new StartError(`${path} can't be read: ${reason}.`, { cause: error })
  }
}
