import { Elysia } from 'elysia'
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
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import { LoginResponse } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import type { Access } from '#src/sessions/access.ts'
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

export function passkeyRoutes(deps: Deps, tokens: Tokens, access: Access) {
  const { db, now, log, config } = deps
  const challenges = createChallenges(deps)
  const knownClients = createKnownClients(deps)
  return new Elysia()
    .use(access)
    .post(
      '/api/admin/login/passkey/options',
      async ({ call }) => {
        const relyingParty = requireRelyingParty(config, call)
        return requestOptions(await challenges.create({ kind: 'sign in' }, relyingParty), relyingParty)
      },
      {
        open: { rate: createRateLimit(RATE_LIMITS.passkeyChallenges) },
        response: answers(RequestOptions),
        detail: {
          summary: 'Get a challenge to sign in with a passkey',
          description: "Returns WebAuthn's PublicKeyCredentialRequestOptionsJSON.",
        },
      },
    )
    .post(
      '/api/admin/login/passkey',
      ({ call, body }) => signInByPasskey(deps, { tokens, knownClients, challenges }, body, call),
      {
        open: { rate: createRateLimit(RATE_LIMITS.passkeySignIns) },
        body: PasskeyLogin,
        response: answers(LoginResponse),
        detail: {
          summary: 'Sign in with a passkey',
          description: 'Needs neither a password nor a second step.',
        },
      },
    )
    .get(
      '/api/admin/account/passkeys',
      async ({ user, call }) => {
        const relyingParty = findRelyingParty(config, call)
        return {
          origin: relyingParty?.origin ?? null,
          reason: relyingParty ? null : whyUnavailable(config),
          passkeys: await listPasskeys(db, user.id, relyingParty),
        }
      },
      {
        access: { permission: 'read', sessionOnly: true, beforeSecondStep: true },
        response: answers(Passkeys),
        detail: { summary: 'List your own passkeys' },
      },
    )
    .post(
      '/api/admin/account/passkeys/options',
      async ({ user, sessionId, call }) => {
        const relyingParty = requireRelyingParty(config, call)
        const challenge = await challenges.create(
          { kind: 'add', sessionId: requireSession(sessionId) },
          relyingParty,
        )
        const existing = await listDescriptors(db, user.id, relyingParty)
        if (existing.length >= PASSKEYS_MAX) throw tooManyPasskeys()
        return creationOptions(challenge, relyingParty, user, { siteName: config.siteName, existing })
      },
      {
        access: { permission: 'read', proof: 'explicit', beforeSecondStep: true },
        response: answers(CreationOptions),
        detail: {
          summary: 'Get a challenge to create a passkey',
          description: "Returns WebAuthn's PublicKeyCredentialCreationOptionsJSON.",
        },
      },
    )
    .post(
      '/api/admin/account/passkeys',
      async ({ status, user, actor, sessionId, call, body: { name, credential } }) => {
        const relyingParty = requireRelyingParty(config, call)
        const purpose = { kind: 'add', sessionId: requireSession(sessionId) } as const
        const verified = await verifyRegistration({ challenges, relyingParty, log }, purpose, credential)
        if (!verified) throw invalid('This passkey was not accepted. Please try again.')
        return status(
          201,
          await addPasskey(db, { ...actor, userId: user.id }, verified, { name, relyingParty }, now()),
        )
      },
      {
        access: { permission: 'read', proof: 'explicit', beforeSecondStep: true },
        body: NewPasskey,
        response: { 201: answers(Passkey) },
        detail: { summary: 'Add a passkey' },
      },
    )
    .patch(
      '/api/admin/account/passkeys/:id',
      async ({ user, actor, params: { id }, body: { name } }) => {
        await renamePasskey(db, actor, { ownerId: user.id, passkeyId: id, name }, now())
        return DONE
      },
      {
        access: { permission: 'read', sessionOnly: true },
        params: IdParams,
        body: PasskeyName,
        response: answers(Done),
        detail: { summary: 'Rename one of your own passkeys' },
      },
    )
    .delete(
      '/api/admin/account/passkeys/:id',
      async ({ user, actor, params: { id } }) => {
        const domain = configuredDomain(config)
        await removePasskey(db, actor, { ownerId: user.id, passkeyId: id, domain }, now())
        return DONE
      },
      {
        access: { permission: 'read', proof: 'explicit' },
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Remove one of your own passkeys' },
      },
    )
    .post(
      '/api/admin/account/proof/passkey/options',
      async ({ user, sessionId, call }) => {
        const relyingParty = requireRelyingParty(config, call)
        const challenge = await challenges.create(
          { kind: 'prove', sessionId: requireSession(sessionId) },
          relyingParty,
        )
        return requestOptions(challenge, relyingParty, await listDescriptors(db, user.id, relyingParty))
      },
      {
        access: { permission: 'read', sessionOnly: true, beforePasswordChange: true, beforeSecondStep: true },
        response: answers(RequestOptions),
        detail: {
          summary: 'Get a challenge to confirm sensitive actions with a passkey',
          description: "Returns WebAuthn's PublicKeyCredentialRequestOptionsJSON.",
        },
      },
    )
    .post(
      '/api/admin/account/proof/passkey',
      async ({ user, actor, sessionId, call, body: { credential } }) => {
        const session = { user, actor, sessionId: requireSession(sessionId) }
        return { provedUntil: await proveByPasskey(deps, challenges, session, credential, call) }
      },
      {
        access: { permission: 'read', sessionOnly: true, beforePasswordChange: true, beforeSecondStep: true },
        body: PasskeyProof,
        response: answers(ProofResponse),
        detail: {
          summary: 'Confirm sensitive actions with a passkey',
          description: `A proof is valid for ${PROOF_MINUTES} minutes; signing in counts as one, except to add or remove ways to sign in.`,
        },
      },
    )
}
