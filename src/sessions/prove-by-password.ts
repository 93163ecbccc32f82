import type { ProofInput } from '#domain/accounts.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import { type Caller, requirePassword } from './require-password.ts'
import { requireSession } from './require-session.ts'
import { recordProof } from './store.ts'

/** Returns the proof's expiry. Throws AppError invalid, rate_limited or unavailable. */
export async function proveByPassword(
  deps: Pick<Deps, 'db' | 'now' | 'passwords' | 'sharedLimits'>,
  caller: Caller,
  { password }: ProofInput,
  call: Call,
): Promise<string> {
  await requirePassword(deps, caller, { password, field: 'password' }, call)
  return recordProof(deps.db, caller.actor, requireSession(caller.sessionId), deps.now())
}
