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
import { IdParams } from '#src/http/id-params.ts'
import type { LocalRequests } from '#src/http/local-requests.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { readSecondStep } from '#src/second-step/store.ts'
import { confirmSetup, findUnconfirmed } from '#src/users/unconfirmed-setup.ts'
import { createKnownClients } from './known-clients.ts'
import { proveByPassword } from './prove-by-password.ts'
import { requireSession } from './require-session.ts'
import { completeSetup, setupState } from './setup.ts'
import { signIn } from './sign-in.ts'
import { endSession } from './store.ts'
import { createThrottle } from './throttle.ts'
import type { Tokens } from './tokens.ts'
import {
  dismissNewBrowsers,
  endUserSession,
  endUserSessions,
  listNewBrowsers,
  listSessions,
} from './user-sessions.ts'

/** Per network, because each costs a password hash. */
const SETUPS = { attempts: 5, seconds: 60 }

const Ended = z.object({ ended: z.number() })
const BySession = z.object({ session: z.string() })

export function sessionRoutes(deps: Deps, tokens: Tokens, localRequests: LocalRequests) {
  const { db, now, sharedLimits } = deps
  const throttle = createThrottle(sharedLimits, 'password')
  const codeThrottle = createThrottle(sharedLimits, 'code')
  const knownClients = createKnownClients(deps)
  const setups = sharedLimits.window('setup', SETUPS)

  async function readUnconfirmed(userId: number): Promise<UnconfirmedSetup | null> {
    const found = await findUnconfirmed(db)
    return found && { username: found.username, createdAt: found.createdAt, isOwn: found.id === userId }
  }

  return [
    route({
      method: 'POST',
      path: '/api/admin/login',
      access: 'public',
      body: LoginInput,
      summary: 'Sign in',
      note: 'With an authenticator app, also send `code`; without it, the response is 401 and has the code second_step_needed.',
      response: LoginResponse,
      handle: ({ call, body }) => signIn(deps, tokens, { throttle, codeThrottle }, knownClients, body, call),
    }),
    route({
      method: 'POST',
      path: '/api/admin/logout',
      access: 'read',
      sessionOnly: true,
      beforePasswordChange: true,
      beforeSecondStep: true,
      summary: 'Sign out',
      response: Done,
      handle: async ({ sessionId, actor }) => {
        await endSession(db, actor, requireSession(sessionId), now())
        return DONE
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/account',
      access: 'read',
      sessionOnly: true,
      beforePasswordChange: true,
      beforeSecondStep: true,
      summary: 'Get the signed-in user and their account state',
      response: Account,
      handle: async ({ user, mustChangePassword, isByPasskey, provedUntil, sessionId }) => ({
        user,
        mustChangePassword,
        isByPasskey,
        provedUntil,
        newBrowsers: await listNewBrowsers(db, user.id, sessionId),
        unconfirmedSetup: await readUnconfirmed(user.id),
        secondStep: await readSecondStep(db, user.id),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/new-browsers/:id/seen',
      access: 'read',
      sessionOnly: true,
      params: IdParams,
      summary: 'Mark sign-ins from new browsers as seen, up to this one',
      response: Done,
      handle: async ({ user, sessionId, params: { id } }) => {
        await dismissNewBrowsers(db, { userId: user.id, upTo: id, currentId: sessionId })
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/proof',
      access: 'read',
      sessionOnly: true,
      beforePasswordChange: true,
      beforeSecondStep: true,
      body: ProofInput,
      summary: 'Confirm sensitive actions with your password',
      note: `Routes that require it respond with 403 and the code proof_required. A proof is valid for ${PROOF_MINUTES} minutes; signing in counts as one, except to add or remove ways to sign in.`,
      response: ProofResponse,
      handle: async ({ call, body, ...caller }) => ({
        provedUntil: await proveByPassword(deps, throttle, caller, body, call),
      }),
    }),
    route({
      method: 'GET',
      path: '/api/admin/sessions',
      access: 'read',
      sessionOnly: true,
      summary: 'List your own sessions, last used first',
      response: z.array(Session),
      handle: ({ user, sessionId }) => listSessions(db, user.id, sessionId, now()),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/sessions',
      access: 'read',
      needsProof: true,
      summary: 'End all your other sessions',
      response: Ended,
      handle: async ({ user, actor, sessionId }) => ({
        ended: await endUserSessions(db, actor, { userId: user.id, keepId: sessionId }, now()),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/sessions/:session',
      access: 'read',
      needsProof: true,
      params: BySession,
      summary: 'End one of your own sessions',
      response: Done,
      handle: async ({ user, actor, params: { session } }) => {
        await endUserSession(db, actor, { userId: user.id, id: session }, now())
        return DONE
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/users/:id/sessions',
      access: 'users.write',
      sessionOnly: true,
      params: IdParams,
      summary: 'List the sessions of an administrator',
      response: z.array(Session),
      handle: ({ sessionId, params: { id } }) => listSessions(db, id, sessionId, now()),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/users/:id/sessions',
      access: 'users.write',
      needsProof: true,
      params: IdParams,
      summary: 'End all sessions of an administrator, except your current one',
      response: Ended,
      handle: async ({ actor, sessionId, params: { id } }) => ({
        ended: await endUserSessions(db, actor, { userId: id, keepId: sessionId }, now()),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/users/:id/sessions/:session',
      access: 'users.write',
      needsProof: true,
      params: z.object({ ...IdParams.shape, ...BySession.shape }),
      summary: 'End a session of an administrator',
      response: Done,
      handle: async ({ actor, params: { id, session } }) => {
        await endUserSession(db, actor, { userId: id, id: session }, now())
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: SETUP_CONFIRMATION_PATH,
      access: 'read',
      sessionOnly: true,
      summary: 'Confirm that you created your account without the setup code',
      note: 'Ends the notice about it. `unconfirmedSetup` of GET /api/admin/account names the account.',
      response: Done,
      handle: async ({ actor }) => {
        await confirmSetup(db, actor, now())
        return DONE
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/setup',
      access: 'public',
      summary: 'Check whether setup is available',
      note: 'Setup is available until the first administrator exists.',
      response: SetupState,
      handle: ({ call }) => setupState(deps, localRequests, call),
    }),
    route({
      method: 'POST',
      path: '/api/admin/setup',
      access: 'public',
      body: SetupInput,
      summary: 'Create the first administrator',
      note: 'Works once. `code` is in the link that the server prints when it starts; it is optional if `codeRequired` of GET /api/admin/setup is false.',
      status: 201,
      response: z.object({ admin: User }),
      handle: async ({ call, body }) => {
        const admin = await completeSetup(deps, localRequests, setups, body, call)
        return { admin }
      },
    }),
  ]
}
