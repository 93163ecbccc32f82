import commonPasswords from '#domain/passwords/lists/common-passwords.txt' with { type: 'text' }
import { MESSAGES } from '#domain/users.ts'
import { invalid } from '#src/errors.ts'

type Owner = { username: string; email: string; siteName: string }

const COMMON_COUNT = 10_000

/** Shorter names occur in good passwords by chance. */
const NAME_LENGTH_MIN = 3

let common: Set<string> | undefined

const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const SPACES = /\s/g

/** Throws AppError invalid for passwords an attacker would try first. Ignores case and invisible characters. */
export function refuseGuessable(password: string, { username, email, siteName }: Owner): void {
  const folded = password.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()
  const unspaced = folded.replace(SPACES, '')
  common ??= new Set(commonPasswords.split('\n', COMMON_COUNT))
  if (unspaced === '' || common.has(folded) || common.has(unspaced)) refuse(MESSAGES.commonPassword)
  if (includesName(folded, username)) refuse(MESSAGES.passwordHasUsername)
  if (includesName(folded, email.slice(0, email.lastIndexOf('@')))) refuse(MESSAGES.passwordHasEmail)
  if (includesName(folded, siteName) || includesName(folded, siteName.replace(/\s/g, '')))
    refuse(MESSAGES.passwordHasSite)
}

const includesName = (folded: string, name: string) =>
  name.length >= NAME_LENGTH_MIN && folded.includes(name.toLowerCase())

function refuse(message: string): never {
  throw invalid(message, { password: message })
}
