import type { ProofInput } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { findCredentials } from '#src/users/store.ts'
import { noteProof } from './store.ts'
import { orCancel, type Throttle } from './throttle.ts'

const WRONG = 'The password is not right'

/**
 * Compares the password of someone who is signed in, in one session as often as a sign-in may be tried and no more.
 * Answers until when it counts. Throws AppError invalid, rate_limited or unavailable.
 */
export async function proveByPassword(
  { db, now, passwords }: Pick<Deps, 'db' | 'now' | 'passwords'>,
  throttle: Throttle,
  { user, sessionId, actor }: { user: User; sessionId: string; actor: Actor },
  { password }: ProofInput,
  { address }: Call,
): Promise<string> {
  // Tries of a stranger on the name, or of a neighbor, must not keep out someone who is signed in.
  const attempt = throttle.admit(user.username, address, { network: true, device: `session ${sessionId}` })
  const account = await findCredentials(db, user.username)
  const isRight = await orCancel(attempt, passwords.matches(password, account?.passwordHash ?? null, 'known'))
  if (!isRight) {
    await recordAudit(db, actor, { action: 'proof_failed' }, now())
    throw invalid(WRONG, { password: WRONG })
  }
  attempt.succeed()
  return noteProof(db, actor, sessionId, now())
}
