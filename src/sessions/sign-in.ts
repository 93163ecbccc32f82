import type { LoginAnswer, LoginInput } from '#domain/users.ts'
import { hasSignedInFrom, recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { unauthorized } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { decoyHash, matchesPassword } from '#src/users/passwords.ts'
import { findCredentials, noteLogin } from '#src/users/store.ts'
import { startSession } from './store.ts'
import type { Throttle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/**
 * Trades a name and a password for a token. Unknown name, wrong password and deactivated account get the same answer
 * after the same work. Throws AppError unauthorized, rate_limited, or unavailable when too many are waiting.
 */
export async function signIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tokens: Tokens,
  throttle: Throttle,
  { username, password }: LoginInput,
  { address }: Call,
): Promise<LoginAnswer> {
  const giveBack = await throttle.admit(username, address, () => hasSignedInFrom(db, username, address))

  const account = await findCredentials(db, username)
  const decoy = await decoyHash()
  const isRight = await matchesPassword(password, account?.passwordHash ?? decoy)
  if (!account?.isActive || !isRight) {
    // A name that doesn't exist may be a password typed into the wrong field: it is not written down.
    const subject = account?.username ?? null
    await recordAudit(db, { actor: null, action: 'sign_in_failed', subject, address }, now())
    throw unauthorized('Invalid username or password')
  }

  await giveBack()
  const admin = await noteLogin(db, account.id, now())
  const token = await tokens.sign(admin.id, await startSession(db, admin.id, now()), now())
  await recordAudit(db, { actor: admin.username, action: 'signed_in', address }, now())
  return { token, admin }
}
