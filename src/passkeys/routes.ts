import { PROOF_MINUTES, ProofResponse } from '#domain/accounts.ts'
import {
  CreationOptions,
  NewPasskey,
  PASSKEYS_MAX,
  Passkey,
  PasskeyLogin,
  PasskeyName,
  PasskeyProof,
  Passkeys,
  RequestOptions,
} from '#domain/passkeys.ts'
import { LoginResponse } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { IdParams } from '#src/http/id-params.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { createKnownClients } from '#src/sessions/known-clients.ts'
import { requireSession } from '#src/sessions/require-session.ts'
import type { Tokens } from '#src/sessions/tokens.ts'
import { proveByPasskey, signInByPasskey } from './authenticate.ts'
import { createChallenges } from './challenges.ts'
import { creationOptions, requestOptions } from './options.ts'
import { configuredDomain, findRelyingParty, requireRelyingParty, whyUnavailable } from './relying-party.ts'
import {
  addPasskey,
  listDescriptors,
  listPasskeys,
  removePasskey,
  renamePasskey,
  tooManyPasskeys,
} from './store.ts'
import { verifyRegistration } from './verify.ts'

const CHALLENGES = { attempts: 30, seconds: 60 }
const SIGN_INS = { attempts: 10, seconds: 60 }

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
      summary: 'Get a challenge to sign in with a passkey',
      note: "Returns WebAuthn's PublicKeyCredentialRequestOptionsJSON.",
      response: RequestOptions,
      handle: async ({ call }) => {
        const relyingParty = requireRelyingParty(config, call)
        return requestOptions(await challenges.create({ kind: 'sign in' }, relyingParty), relyingParty)
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/login/passkey',
      access: 'public',
      rate: createRateLimit(SIGN_INS),
      body: PasskeyLogin,
      summary: 'Sign in with a passkey',
      note: 'Needs neither a password nor a second step.',
      response: LoginResponse,
      handle: ({ call, body }) => signInByPasskey(deps, { tokens, knownClients, challenges }, body, call),
    }),
    route({
      method: 'GET',
      path: '/api/admin/account/passkeys',
      access: 'read',
      sessionOnly: true,
      beforeSecondStep: true,
      summary: 'List your own passkeys',
      response: Passkeys,
      handle: async ({ user, call }) => {
        const relyingParty = findRelyingParty(config, call)
        return {
          origin: relyingParty?.origin ?? null,
          reason: relyingParty ? null : whyUnavailable(config),
          passkeys: await listPasskeys(db, user.id, relyingParty),
        }
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/passkeys/options',
      access: 'read',
      needsProof: 'explicit',
      beforeSecondStep: true,
      summary: 'Get a challenge to create a passkey',
      note: "Returns WebAuthn's PublicKeyCredentialCreationOptionsJSON.",
      response: CreationOptions,
      handle: async ({ user, sessionId, call }) => {
        const relyingParty = requireRelyingParty(config, call)
        const challenge = await challenges.create(
          { kind: 'add', sessionId: requireSession(sessionId) },
          relyingParty,
        )
        const existing = await listDescriptors(db, user.id, relyingParty)
        if (existing.length >= PASSKEYS_MAX) throw tooManyPasskeys()
        return creationOptions(challenge, relyingParty, user, { siteName: config.siteName, existing })
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/passkeys',
      access: 'read',
      needsProof: 'explicit',
      beforeSecondStep: true,
      body: NewPasskey,
      summary: 'Add a passkey',
      status: 201,
      response: Passkey,
      handle: async ({ user, actor, sessionId, call, body: { name, credential } }) => {
        const relyingParty = requireRelyingParty(config, call)
        const purpose = { kind: 'add', sessionId: requireSession(sessionId) } as const
        const verified = await verifyRegistration({ challenges, relyingParty, log }, purpose, credential)
        if (!verified) throw invalid('This passkey was not accepted. Please try again.')
        return addPasskey(db, { ...actor, userId: user.id }, verified, { name, relyingParty }, now())
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/account/passkeys/:id',
      access: 'read',
      sessionOnly: true,
      params: IdParams,
      body: PasskeyName,
      summary: 'Rename one of your own passkeys',
      response: Done,
      handle: async ({ user, actor, params: { id }, body: { name } }) => {
        await renamePasskey(db, actor, { ownerId: user.id, passkeyId: id, name }, now())
        return DONE
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/account/passkeys/:id',
      access: 'read',
      needsProof: 'explicit',
      params: IdParams,
      summary: 'Remove one of your own passkeys',
      response: Done,
      handle: async ({ user, actor, params: { id } }) => {
        const domain = configuredDomain(config)
        await removePasskey(db, actor, { ownerId: user.id, passkeyId: id, domain }, now())
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
      summary: 'Get a challenge to confirm sensitive actions with a passkey',
      note: "Returns WebAuthn's PublicKeyCredentialRequestOptionsJSON.",
      response: RequestOptions,
      handle: async ({ user, sessionId, call }) => {
        const relyingParty = requireRelyingParty(config, call)
        const challenge = await challenges.create(
          { kind: 'prove', sessionId: requireSession(sessionId) },
          relyingParty,
        )
        return requestOptions(challenge, relyingParty, await listDescriptors(db, user.id, relyingParty))
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
      summary: 'Confirm sensitive actions with a passkey',
      note: `A proof is valid for ${PROOF_MINUTES} minutes; signing in counts as one, except to add or remove ways to sign in.`,
      response: ProofResponse,
      handle: async ({ user, actor, sessionId, call, body: { credential } }) => {
        const session = { user, actor, sessionId: requireSession(sessionId) }
        return { provedUntil: await proveByPasskey(deps, challenges, session, credential, call) }
      },
    }),
  ]
}
