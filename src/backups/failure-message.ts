import { DamagedError } from '#src/db/read-file.ts'
import { StartError } from '#src/errors.ts'
import { DISK_FULL, isDiskFull } from '#src/lib/disk-full.ts'
import { errorCode } from '#src/lib/error-code.ts'

const MESSAGES: [RegExp, string][] = [
  [/^(?:SQLITE_(?:READONLY|PERM)|EACCES|EPERM|EROFS)/, "The folder can't be written to."],
  [/^ENOENT/, "The folder doesn't exist."],
  [/^(?:ENOTDIR|EEXIST)/, 'A file is in the way.'],
  [/^SQLITE_CANTOPEN/, "A file can't be opened."],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'The database is busy.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'The database is damaged.'],
  [/^(?:SQLITE_IOERR|EIO)/, 'Disk I/O error.'],
]

/** One sentence without paths, because the admin area shows it. */
export function failureMessage(error: unknown): string {
  if (error instanceof DamagedError) return `The copy ${error.reason}.`
  if (error instanceof StartError) return error.message
  if (isDiskFull(error)) return DISK_FULL
  const code = errorCode(error)
  const known = MESSAGES.find(([pattern]) => pattern.test(code))
  if (known) return known[1]
  return code === '' ? 'Unknown error.' : `Error ${code}.`
}
