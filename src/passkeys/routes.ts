import { PROOF_MINUTES, ProofAnswer } from '#domain/accounts.ts'
import {
  CreationOptions,
  MOST_PASSKEYS,
  NewPasskey,
  Passkey,
  PasskeyLogin,
  PasskeyName,
  PasskeyProof,
  Passkeys,
  RequestOptions,
} from '#domain/passkeys.ts'
import { LoginAnswer } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { ById } from '#src/http/ids.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { needsCode, refuseLastStep } from '#src/second-step/store.ts'
import { createKnownClients } from '#src/sessions/known-clients.ts'
import { ownSession } from '#src/sessions/own-session.ts'
import type { Tokens } from '#src/sessions/tokens.ts'
import { proveByPasskey, signInByPasskey } from './authenticate.ts'
import { createChallenges } from './challenges.ts'
import { creationOptions, requestOptions } from './options.ts'
import { findParty, requireParty, whyNoParty } from './relying-party.ts'
import { addPasskey, describePasskeys, listPasskeys, removePasskey, renamePasskey, tooMany } from './store.ts'
import { verifyNew } from './verify.ts'

/** From one network. */
const CHALLENGES = { attempts: 30, seconds: 60 }
const SIGN_INS = { attempts: 10, seconds: 60 }

/** One's own passkeys, and what they open. */
export function passkeyRoutes(deps: Deps, tokens: Tokens) {
  const { db, now, log, config } = deps
  const challenges = createChallenges(deps)
  const knownClients = createKnownClients(deps)
  return [
    route({
      method: 'POST',
      path: '/api/admin/login/passkey/options',
      access: 'public',
      rate: createRateLimit(CHALLENGES),
      summary: 'Ask for a challenge that a passkey signs to sign in',
      note: 'Answers PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
      answer: RequestOptions,
      handle: async ({ call }) => {
        const party = requireParty(config, call)
        return requestOptions(await challenges.create({ kind: 'sign in' }, party), party)
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/login/passkey',
      access: 'public',
      rate: createRateLimit(SIGN_INS),
      body: PasskeyLogin,
      summary: 'Sign in with a passkey',
      note: 'It needs neither a password nor a second step.',
      answer: LoginAnswer,
      handle: ({ call, body }) => signInByPasskey(deps, { tokens, knownClients, challenges }, body, call),
    }),
    route({
      method: 'GET',
      path: '/api/admin/account/passkeys',
      access: 'read',
      sessionOnly: true,
      beforeSecondStep: true,
      summary: "List one's own passkeys",
      answer: Passkeys,
      handle: async ({ user, call }) => {
        const party = findParty(config, call)
        return {
          origin: party?.origin ?? null,
          reason: party ? null : whyNoParty(config),
          passkeys: await listPasskeys(db, user.id, party),
        }
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/passkeys/options',
      access: 'read',
      needsProof: true,
      beforeSecondStep: true,
      summary: 'Ask for a challenge to make a passkey with',
      note: 'Answers PublicKeyCredentialCreationOptionsJSON of WebAuthn.',
      answer: CreationOptions,
      handle: async ({ user, sessionId, call }) => {
        const party = requireParty(config, call)
        const challenge = await challenges.create({ kind: 'add', sessionId: ownSession(sessionId) }, party)
        const existing = await describePasskeys(db, user.id, party)
        if (existing.length >= MOST_PASSKEYS) throw tooMany()
        return creationOptions(challenge, party, user, { siteName: config.siteName, existing })
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/passkeys',
      access: 'read',
      needsProof: true,
      beforeSecondStep: true,
      body: NewPasskey,
      summary: 'Add a passkey',
      status: 201,
      answer: Passkey,
      handle: async ({ user, actor, sessionId, call, body: { name, credential } }) => {
        const party = requireParty(config, call)
        const purpose = { kind: 'add', sessionId: ownSession(sessionId) } as const
        const verified = await verifyNew({ challenges, party, log }, purpose, credential)
        if (!verified) throw invalid('This passkey was not accepted. Please try again.')
        return addPasskey(db, { ...actor, userId: user.id }, verified, { name, party }, now())
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/account/passkeys/:id',
      access: 'read',
      sessionOnly: true,
      params: ById,
      body: PasskeyName,
      summary: "Rename one of one's own passkeys",
      answer: Done,
      handle: async ({ user, actor, params: { id }, body: { name } }) => {
        await renamePasskey(db, actor, { ownerId: user.id, passkeyId: id, name }, now())
        return DONE
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/account/passkeys/:id',
      access: 'read',
      needsProof: true,
      params: ById,
      summary: "Remove one of one's own passkeys",
      answer: Done,
      handle: async ({ user, actor, call, params: { id } }) => {
        const working = (await listPasskeys(db, user.id, findParty(config, call))).filter(
          ({ worksHere }) => worksHere,
        )
        const isLast = working.length === 1 && working[0]?.id === id
        if (isLast && !(await needsCode(db, user.id))) await refuseLastStep(db, 0)
        await removePasskey(db, actor, { ownerId: user.id, passkeyId: id }, now())
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/proof/passkey/options',
      access: 'read',
      sessionOnly: true,
      beforePasswordChange: true,
      beforeSecondStep: true,
      summary: 'Ask for a challenge that a passkey signs, before what cannot be undone',
      note: 'Answers PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
      answer: RequestOptions,
      handle: async ({ user, sessionId, call }) => {
        const party = requireParty(config, call)
        const challenge = await challenges.create({ kind: 'prove', sessionId: ownSession(sessionId) }, party)
        return requestOptions(challenge, party, await describePasskeys(db, user.id, party))
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/proof/passkey',
      access: 'read',
      sessionOnly: true,
      beforePasswordChange: true,
      beforeSecondStep: true,
      body: PasskeyProof,
      summary: 'Use a passkey again, before what cannot be undone',
      note: `It counts for ${PROOF_MINUTES} minutes, as a sign-in does.`,
      answer: ProofAnswer,
      handle: async ({ user, actor, sessionId, call, body: { credential } }) => {
        const session = { user, actor, sessionId: ownSession(sessionId) }
        return { provedUntil: await proveByPasskey(deps, challenges, session, credential, call) }
      },
    }),
  ]
}
