import type { ProofInput } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { findCredentials } from '#src/users/store.ts'
import { recordProof } from './store.ts'
import { cancelOnError, type Throttle } from './throttle.ts'

const WRONG = 'Wrong password'

/** Returns the proof's expiry. Throws AppError invalid, rate_limited or unavailable. */
export async function proveByPassword(
  { db, now, passwords }: Pick<Deps, 'db' | 'now' | 'passwords'>,
  throttle: Throttle,
  { user, sessionId, actor }: { user: User; sessionId: string; actor: Actor },
  { password }: ProofInput,
  { address }: Call,
): Promise<string> {
  // Attacks on this username, or from the same network, must not lock out a signed-in user.
  const attempt = await throttle.admit(user.username, address, {
    isKnown: true,
    key: `session ${sessionId}`,
  })
  const account = await cancelOnError(attempt, findCredentials(db, user.username))
  const isRight = await cancelOnError(
    attempt,
    passwords.matches(password, account?.passwordHash ?? null, 'known'),
  )
  if (!isRight) {
    await recordAudit(db, actor, { action: 'proof_failed' }, now())
    throw invalid(WRONG, { password: WRONG })
  }
  await attempt.succeed()
  return recordProof(db, actor, sessionId, now())
}
