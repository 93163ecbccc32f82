import type { Actor } from '#domain/audit.ts'
import type { Assertion, PasskeyLogin } from '#domain/passkeys.ts'
import type { LoginResponse, User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { invalid, unauthorized } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { webActor } from '#src/sessions/guard.ts'
import type { KnownClients } from '#src/sessions/known-clients.ts'
import { openSession } from '#src/sessions/open-session.ts'
import { recordProof } from '#src/sessions/store.ts'
import type { Tokens } from '#src/sessions/tokens.ts'
import type { Challenges, Purpose } from './challenges.ts'
import { requireRelyingParty } from './relying-party.ts'
import { findPasskey, isCloned, proofBy, recordClone } from './store.ts'
import { verifyAssertion } from './verify.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'refusals'>

const refusedSignIn = () => unauthorized('This passkey was not accepted')
const refusedProof = () => invalid('This passkey was not accepted. Please try again.')

/** Gives the same response for every failure. Throws AppError unauthorized, or conflict where passkeys don't work. */
export async function signInByPasskey(
  deps: Needs,
  {
    tokens,
    knownClients,
    challenges,
  }: { tokens: Tokens; knownClients: KnownClients; challenges: Challenges },
  { credential, device }: PasskeyLogin,
  call: Call,
): Promise<LoginResponse> {
  const { db, now, refusals } = deps
  const relyingParty = requireRelyingParty(deps.config, call)
  const passkey = await findPasskey(db, credential.id, relyingParty)
  const by = webActor(null, call)
  if (!passkey) {
    refusals.recordFailedSignIn(by, { username: null })
    throw refusedSignIn()
  }
  const { owner } = passkey
  const fail = () => {
    refusals.recordFailedSignIn(by, { username: owner.username, detail: 'by passkey' })
    return refusedSignIn()
  }
  const signed = await verifyAssertion(
    { challenges, relyingParty, log: deps.log },
    { kind: 'sign in' },
    credential,
    passkey,
  )
  if (!signed) throw fail()
  if (isCloned(passkey, signed)) {
    await recordClone(db, webActor(owner, call), passkey, signed, now())
    throw refusedSignIn()
  }
  const client = { address: call.address, device }
  const recognized = await knownClients.recognize(owner.username, client)
  const proof = proofBy(passkey, signed, now(), refusedSignIn())
  const session = owner.isActive
    ? await openSession(deps, tokens, knownClients, owner, { client, recognized }, call, proof)
    : null
  if (!session) throw fail()
  return session
}

/** Returns the proof's expiry. Throws AppError invalid. */
export async function proveByPasskey(
  { db, now, log, config }: Needs,
  challenges: Challenges,
  { user, sessionId, actor }: { user: User; sessionId: string; actor: Actor },
  credential: Assertion,
  call: Call,
): Promise<string> {
  const relyingParty = requireRelyingParty(config, call)
  const passkey = await findPasskey(db, credential.id, relyingParty)
  const purpose: Purpose = { kind: 'prove', sessionId }
  const signed =
    passkey?.userId === user.id
      ? await verifyAssertion({ challenges, relyingParty, log }, purpose, credential, passkey)
      : null
  if (!passkey || !signed) {
    await recordAudit(db, actor, { action: 'proof_failed', detail: 'by passkey' }, now())
    throw refusedProof()
  }
  if (isCloned(passkey, signed)) {
    await recordClone(db, actor, passkey, signed, now())
    throw refusedProof()
  }
  return recordProof(db, actor, sessionId, now(), proofBy(passkey, signed, now(), refusedProof()))
}
