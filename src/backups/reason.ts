import { DamagedError } from '#src/db/peek.ts'
import { codeOf } from '#src/db/unique-violation.ts'
import { StartError } from '#src/errors.ts'

/** What codes of SQLite and of the system come down to for whoever wants a backup. */
const WORDS: [RegExp, string][] = [
  [/^(?:SQLITE_FULL|ENOSPC|EDQUOT)/, 'There is no room left.'],
  [/^(?:SQLITE_(?:READONLY|PERM)|EACCES|EPERM|EROFS)/, "The folder can't be written."],
  [/^(?:ENOENT|ENOTDIR|EEXIST)/, 'The folder is not there.'],
  [/^SQLITE_CANTOPEN/, "A file can't be opened."],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'The database is busy.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'The database is damaged.'],
  [/^(?:SQLITE_IOERR|EIO)/, 'The disk fails.'],
]

/** Why a backup failed, in one sentence without paths: it is shown in the admin area, too. */
export function failureOf(error: unknown): string {
  if (error instanceof DamagedError) return `The copy ${error.reason}.`
  if (error instanceof StartError) return error.message
  const code = codeOf(error)
  const known = WORDS.find(([pattern]) => pattern.test(code))
  if (known) return known[1]
  return code === '' ? 'It failed for an unknown reason.' : `It failed (${code}).`
}
