import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { findCredentials } from '#src/users/store.ts'
import type { SignedIn } from './guard.ts'
import { requireSession } from './require-session.ts'
import { admitAttempt, cancelOnError } from './throttle.ts'

const WRONG = 'Wrong password'

type Caller = Pick<SignedIn, 'user' | 'actor' | 'sessionId' | 'isByPasskey'>

/**
 * Compares the signed-in user's password; `field` names the input. Throws AppError invalid, rate_limited or
 * unavailable.
 */
export async function requirePassword(
  { db, now, passwords, sharedLimits }: Pick<Deps, 'db' | 'now' | 'passwords' | 'sharedLimits'>,
  { user, actor, sessionId, isByPasskey }: Caller,
  { password, field }: { password: string; field: string },
  { address }: Call,
): Promise<void> {
  // Attacks on this username, or from the same network, must not lock out a signed-in user. A passkey can
  // start any number of sessions, so they share one budget.
  const key = isByPasskey ? `passkey sessions of ${user.id}` : `session ${requireSession(sessionId)}`
  const attempt = await admitAttempt(sharedLimits, 'password', user.username, address, {
    isKnown: true,
    key,
  })
  const account = await cancelOnError(attempt, findCredentials(db, user.username))
  const isRight = await cancelOnError(
    attempt,
    passwords.matches(password, account?.passwordHash ?? null, 'known'),
  )
  if (!isRight) {
    await recordAudit(db, actor, { action: 'proof_failed' }, now())
    throw invalid(WRONG, { [field]: WRONG })
  }
  await attempt.succeed()
}
