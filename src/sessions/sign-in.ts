import type { LoginAnswer, LoginInput } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { unauthorized } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { findCredentials } from '#src/users/store.ts'
import { webActor } from './guard.ts'
import type { KnownClients } from './known-clients.ts'
import { openSession } from './open-session.ts'
import { orCancel, type Throttle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/**
 * Trades a name and a password for a token. Unknown name, wrong password and deactivated account get the same answer
 * after the same work. Throws AppError unauthorized, rate_limited, or unavailable when too many are waiting.
 */
export async function signIn(
  { db, now, passwords, refusals }: Pick<Deps, 'db' | 'now' | 'passwords' | 'refusals'>,
  tokens: Tokens,
  throttle: Throttle,
  knownClients: KnownClients,
  { username, password, device }: LoginInput,
  call: Call,
): Promise<LoginAnswer> {
  const client = { address: call.address, device }
  const recognized = await knownClients.recognize(username, client)
  const attempt = throttle.admit(username, call.address, recognized)
  const account = await findCredentials(db, username)
  const lane = attempt.isKnown ? 'known' : 'strangers'
  const isRight = await orCancel(attempt, passwords.matches(password, account?.passwordHash ?? null, lane))
  const answer =
    isRight && account?.isActive
      ? await openSession({ db, now }, tokens, knownClients, account, { client, recognized }, call)
      : null
  if (!answer) {
    // A name that doesn't exist may be a password typed into the wrong field: it is not written down.
    const by = webActor(null, call)
    if (!account) await refusals.failUnknown(by)
    else await recordAudit(db, by, { action: 'sign_in_failed', subject: account.username }, now())
    throw unauthorized('Invalid username or password')
  }
  attempt.succeed()
  return answer
}
