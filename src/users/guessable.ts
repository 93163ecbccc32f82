import commonPasswords from '#domain/passwords/lists/common-passwords.txt' with { type: 'text' }
import { MESSAGES } from '#domain/users.ts'
import { invalid } from '#src/errors.ts'

type Owner = { username: string; email: string; siteName: string }

/** Most used first; attacks begin with these. */
const COMMON = 10_000

/** A name shorter than a username can be stands in many good passwords by chance. */
const SHORTEST_NAME = 3

let common: Set<string> | undefined

/** What can't be seen in a text, or only as its absence. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const SPACES = /\s/g

/**
 * Throws AppError invalid for a password that anyone who knows its owner or the site would try first. Case and invisible
 * characters count for nothing, and neither do spaces in one of the most common.
 */
export function refuseGuessable(password: string, { username, email, siteName }: Owner): void {
  const folded = password.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()
  const closed = folded.replace(SPACES, '')
  common ??= new Set(commonPasswords.split('\n', COMMON))
  if (closed === '' || common.has(folded) || common.has(closed)) refuse(MESSAGES.commonPassword)
  if (holds(folded, username)) refuse(MESSAGES.passwordHasUsername)
  if (holds(folded, email.slice(0, email.lastIndexOf('@')))) refuse(MESSAGES.passwordHasEmail)
  if (holds(folded, siteName) || holds(folded, siteName.replace(/\s/g, ''))) refuse(MESSAGES.passwordHasSite)
}

const holds = (folded: string, name: string) =>
  name.length >= SHORTEST_NAME && folded.includes(name.toLowerCase())

function refuse(message: string): never {
  throw invalid(message, { password: message })
}
