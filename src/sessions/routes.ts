import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import {
  Account,
  PROOF_MINUTES,
  ProofInput,
  ProofResponse,
  SETUP_CONFIRMATION_PATH,
  Session,
  type UnconfirmedSetup,
} from '#domain/accounts.ts'
import { LoginInput, LoginResponse, SetupInput, SetupState, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import type { LocalRequests } from '#src/http/local-requests.ts'
import { readSecondStep } from '#src/second-step/store.ts'
import type { Access } from '#src/sessions/access.ts'
import { confirmSetup, findUnconfirmed } from '#src/users/unconfirmed-setup.ts'
import { createKnownClients } from './known-clients.ts'
import { requirePassword } from './require-password.ts'
import { requireSession } from './require-session.ts'
import { completeSetup, setupState } from './setup.ts'
import { signIn } from './sign-in.ts'
import { endSession, recordProof } from './store.ts'
import type { Tokens } from './tokens.ts'
import {
  dismissNewBrowsers,
  endUserSession,
  endUserSessions,
  listNewBrowsers,
  listSessions,
} from './user-sessions.ts'

const Ended = z.object({ ended: z.number() })
const BySession = z.object({ session: z.string() })

export function sessionRoutes(deps: Deps, tokens: Tokens, localRequests: LocalRequests, access: Access) {
  const { db, now } = deps
  const knownClients = createKnownClients(deps)

  async function readUnconfirmed(userId: number): Promise<UnconfirmedSetup | null> {
    const found = await findUnconfirmed(db)
    return found && { username: found.username, createdAt: found.createdAt, isOwn: found.id === userId }
  }

  return new Elysia()
    .use(access)
    .post('/api/admin/login', ({ call, body }) => signIn(deps, tokens, knownClients, body, call), {
      open: true,
      body: LoginInput,
      response: answers(LoginResponse),
      detail: {
        summary: 'Sign in',
        description:
          'With an authenticator app, also send `code`; without it, the response is 401 and has the code second_step_needed.',
      },
    })
    .post(
      '/api/admin/logout',
      async ({ sessionId, actor }) => {
        await endSession(db, actor, requireSession(sessionId), now())
        return DONE
      },
      {
        access: { permission: 'read', sessionOnly: true, beforePasswordChange: true, beforeSecondStep: true },
        response: answers(Done),
        detail: { summary: 'Sign out' },
      },
    )
    .get(
      '/api/admin/account',
      async ({ user, mustChangePassword, isByPasskey, provedUntil, sessionId }) => ({
        user,
        mustChangePassword,
        isByPasskey,
        provedUntil,
        newBrowsers: await listNewBrowsers(db, user.id, sessionId),
        unconfirmedSetup: await readUnconfirmed(user.id),
        secondStep: await readSecondStep(db, user.id),
      }),
      {
        access: { permission: 'read', sessionOnly: true, beforePasswordChange: true, beforeSecondStep: true },
        response: answers(Account),
        detail: { summary: 'Get the signed-in user and their account state' },
      },
    )
    .post(
      '/api/admin/account/new-browsers/:id/seen',
      async ({ user, actor, sessionId, params: { id } }) => {
        await dismissNewBrowsers(db, actor, { userId: user.id, upTo: id, currentId: sessionId })
        return DONE
      },
      {
        access: { permission: 'read', sessionOnly: true },
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Mark sign-ins from new browsers as seen, up to this one' },
      },
    )
    .post(
      '/api/admin/account/proof',
      async ({ call, body: { password }, caller, actor, sessionId }) => {
        await requirePassword(deps, caller, { password, field: 'password' }, call)
        return { provedUntil: await recordProof(db, actor, requireSession(sessionId), now()) }
      },
      {
        access: { permission: 'read', sessionOnly: true, beforePasswordChange: true, beforeSecondStep: true },
        body: ProofInput,
        response: answers(ProofResponse),
        detail: {
          summary: 'Confirm sensitive actions with your password',
          description: `Routes that require it respond with 403 and the code proof_required. A proof is valid for ${PROOF_MINUTES} minutes; signing in counts as one, except to add or remove ways to sign in.`,
        },
      },
    )
    .get('/api/admin/sessions', ({ user, sessionId }) => listSessions(db, user.id, sessionId, now()), {
      access: { permission: 'read', sessionOnly: true },
      response: answers(z.array(Session)),
      detail: { summary: 'List your own sessions, last used first' },
    })
    .delete(
      '/api/admin/sessions',
      async ({ user, actor, sessionId }) => ({
        ended: await endUserSessions(db, actor, { userId: user.id, keepId: sessionId }, now()),
      }),
      {
        access: { permission: 'read', proof: true },
        response: answers(Ended),
        detail: { summary: 'End all your other sessions' },
      },
    )
    .delete(
      '/api/admin/sessions/:session',
      async ({ user, actor, params: { session } }) => {
        await endUserSession(db, actor, { userId: user.id, id: session }, now())
        return DONE
      },
      {
        access: { permission: 'read', proof: true },
        params: BySession,
        response: answers(Done),
        detail: { summary: 'End one of your own sessions' },
      },
    )
    .get(
      '/api/admin/users/:id/sessions',
      ({ sessionId, params: { id } }) => listSessions(db, id, sessionId, now()),
      {
        access: { permission: 'users.write', sessionOnly: true },
        params: IdParams,
        response: answers(z.array(Session)),
        detail: { summary: 'List the sessions of an administrator' },
      },
    )
    .delete(
      '/api/admin/users/:id/sessions',
      async ({ actor, sessionId, params: { id } }) => ({
        ended: await endUserSessions(db, actor, { userId: id, keepId: sessionId }, now()),
      }),
      {
        access: { permission: 'users.write', proof: true },
        params: IdParams,
        response: answers(Ended),
        detail: { summary: 'End all sessions of an administrator, except your current one' },
      },
    )
    .delete(
      '/api/admin/users/:id/sessions/:session',
      async ({ actor, params: { id, session } }) => {
        await endUserSession(db, actor, { userId: id, id: session }, now())
        return DONE
      },
      {
        access: { permission: 'users.write', proof: true },
        params: z.object({ ...IdParams.shape, ...BySession.shape }),
        response: answers(Done),
        detail: { summary: 'End a session of an administrator' },
      },
    )
    .post(
      SETUP_CONFIRMATION_PATH,
      async ({ actor }) => {
        await confirmSetup(db, actor, now())
        return DONE
      },
      {
        access: { permission: 'read', sessionOnly: true },
        response: answers(Done),
        detail: {
          summary: 'Confirm that you created your account without the setup code',
          description:
            'Ends the notice about it. `unconfirmedSetup` of GET /api/admin/account names the account.',
        },
      },
    )
    .get('/api/admin/setup', ({ call }) => setupState(deps, localRequests, call), {
      open: true,
      response: answers(SetupState),
      detail: {
        summary: 'Check whether setup is available',
        description: 'Setup is available until the first administrator exists.',
      },
    })
    .post(
      '/api/admin/setup',
      async ({ status, call, body }) => {
        const admin = await completeSetup(deps, localRequests, body, call)
        return status(201, await { admin })
      },
      {
        open: true,
        body: SetupInput,
        response: { 201: answers(z.object({ admin: User })) },
        detail: {
          summary: 'Create the first administrator',
          description:
            'Works once. `code` is in the link that the server prints when it starts; it is optional if `codeRequired` of GET /api/admin/setup is false.',
        },
      },
    )
}
