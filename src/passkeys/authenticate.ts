import type { Actor } from '#domain/audit.ts'
import type { Assertion, PasskeyLogin } from '#domain/passkeys.ts'
import type { LoginAnswer, User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { invalid, unauthorized } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { webActor } from '#src/sessions/guard.ts'
import type { KnownClients } from '#src/sessions/known-clients.ts'
import { openSession } from '#src/sessions/open-session.ts'
import { noteProof } from '#src/sessions/store.ts'
import type { Tokens } from '#src/sessions/tokens.ts'
import type { Challenges, Purpose } from './challenges.ts'
import { requireParty } from './relying-party.ts'
import { findPasskey, isCopied, orRefuse, recordCopied, usePasskey } from './store.ts'
import { verifySigned } from './verify.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'refusals'>

const refusedSignIn = () => unauthorized('This passkey was not accepted')
const refusedProof = () => invalid('This passkey was not accepted. Please try again.')

/**
 * Trades a signed challenge for a token. Unknown passkey, wrong signature and deactivated account get the same answer.
 * Throws AppError unauthorized, or conflict where there are no passkeys.
 */
export async function signInByPasskey(
  deps: Needs,
  {
    tokens,
    knownClients,
    challenges,
  }: { tokens: Tokens; knownClients: KnownClients; challenges: Challenges },
  { credential, device }: PasskeyLogin,
  call: Call,
): Promise<LoginAnswer> {
  const { db, now, refusals } = deps
  const party = requireParty(deps.config, call)
  const passkey = await findPasskey(db, credential.id, party)
  const by = webActor(null, call)
  if (!passkey) {
    await refusals.failUnknown(by)
    throw refusedSignIn()
  }
  const { owner } = passkey
  const fail = async () => {
    await recordAudit(
      db,
      by,
      { action: 'sign_in_failed', subject: owner.username, detail: 'by passkey' },
      now(),
    )
    return refusedSignIn()
  }
  const signed = await verifySigned(
    { challenges, party, log: deps.log },
    { kind: 'sign in' },
    credential,
    passkey,
  )
  if (!signed) throw await fail()
  if (isCopied(passkey, signed)) {
    await recordCopied(db, webActor(owner, call), passkey, signed, now())
    throw refusedSignIn()
  }
  const client = { address: call.address, device }
  const recognized = await knownClients.recognize(owner.username, client)
  const means = usePasskey(db, passkey, signed, now())
  const answer = owner.isActive
    ? await orRefuse(
        openSession(deps, tokens, knownClients, owner, { client, recognized }, call, means),
        refusedSignIn,
      )
    : null
  if (!answer) throw await fail()
  return answer
}

/** Takes a passkey of someone who is signed in as a proof. Answers until when it counts. Throws AppError invalid. */
export async function proveByPasskey(
  { db, now, log, config }: Needs,
  challenges: Challenges,
  { user, sessionId, actor }: { user: User; sessionId: string; actor: Actor },
  credential: Assertion,
  call: Call,
): Promise<string> {
  const party = requireParty(config, call)
  const passkey = await findPasskey(db, credential.id, party)
  const purpose: Purpose = { kind: 'prove', sessionId }
  const signed =
    passkey?.userId === user.id
      ? await verifySigned({ challenges, party, log }, purpose, credential, passkey)
      : null
  if (!passkey || !signed) {
    await recordAudit(db, actor, { action: 'proof_failed', detail: 'by passkey' }, now())
    throw refusedProof()
  }
  if (isCopied(passkey, signed)) {
    await recordCopied(db, actor, passkey, signed, now())
    throw refusedProof()
  }
  return orRefuse(
    noteProof(db, actor, sessionId, now(), usePasskey(db, passkey, signed, now())),
    refusedProof,
  )
}
