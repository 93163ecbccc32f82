import * as z from 'zod/mini'
import { Account, PROOF_MINUTES, ProofAnswer, ProofInput, Session } from '#domain/accounts.ts'
import { LoginAnswer, LoginInput, SetupInput, SetupState, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { ById } from '#src/http/ids.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import type { ThisMachine } from '#src/http/this-machine.ts'
import { route } from '#src/route.ts'
import { readSecondStep } from '#src/second-step/store.ts'
import { createKnownClients } from './known-clients.ts'
import { dismissNewBrowsers, endSessionOf, endSessionsOf, listNewBrowsers, listSessions } from './list.ts'
import { ownSession } from './own-session.ts'
import { proveByPassword } from './prove.ts'
import { completeSetup, setupState } from './setup.ts'
import { signIn } from './sign-in.ts'
import { endSession } from './store.ts'
import { CODES_BY_NAME, createThrottle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/** From one network; each makes the server hash a password. */
const SETUPS = { attempts: 5, seconds: 60 }

const Ended = z.object({ ended: z.number() })
const BySession = z.object({ session: z.string() })

/** Signing in and out, sessions, and the first administrator. */
export function sessionRoutes(deps: Deps, tokens: Tokens, thisMachine: ThisMachine) {
  const { db, now } = deps
  const throttle = createThrottle(now)
  const codeThrottle = createThrottle(now, CODES_BY_NAME)
  const knownClients = createKnownClients(deps)
  const setups = createRateLimit(SETUPS)
  return [
    route({
      method: 'POST',
      path: '/api/admin/login',
      access: 'public',
      body: LoginInput,
      summary: 'Sign in',
      note: 'A user with an authenticator app sends `code` as well; without it the answer is 401 with the code second_step_needed.',
      answer: LoginAnswer,
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
      answer: Done,
      handle: async ({ sessionId, actor }) => {
        await endSession(db, actor, ownSession(sessionId), now())
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
      summary: 'Ask who is signed in, and what they should know',
      answer: Account,
      handle: async ({ user, mustChangePassword, provedUntil, sessionId }) => ({
        user,
        mustChangePassword,
        provedUntil,
        newBrowsers: await listNewBrowsers(db, user.id, sessionId),
        secondStep: await readSecondStep(db, user.id),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/new-browsers/:id/seen',
      access: 'read',
      sessionOnly: true,
      params: ById,
      summary: 'Note that sign-ins from new browsers have been seen, up to this one',
      answer: Done,
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
      summary: 'Give the password again, before what cannot be undone',
      note: `Routes that ask for it answer 403 with the code proof_required. It counts for ${PROOF_MINUTES} minutes, as a sign-in does.`,
      answer: ProofAnswer,
      handle: async ({ user, actor, sessionId, body, call }) => {
        const session = { user, actor, sessionId: ownSession(sessionId) }
        return { provedUntil: await proveByPassword(deps, throttle, session, body, call) }
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/sessions',
      access: 'read',
      sessionOnly: true,
      summary: "List one's own sessions, the last used first",
      answer: z.array(Session),
      handle: ({ user, sessionId }) => listSessions(db, user.id, sessionId, now()),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/sessions',
      access: 'read',
      needsProof: true,
      summary: "End all of one's own sessions but this one",
      answer: Ended,
      handle: async ({ user, actor, sessionId }) => ({
        ended: await endSessionsOf(db, actor, { userId: user.id, keepId: sessionId }, now()),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/sessions/:session',
      access: 'read',
      needsProof: true,
      params: BySession,
      summary: "End one of one's own sessions",
      answer: Done,
      handle: async ({ user, actor, params: { session } }) => {
        await endSessionOf(db, actor, { userId: user.id, id: session }, now())
        return DONE
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/users/:id/sessions',
      access: 'users.write',
      sessionOnly: true,
      params: ById,
      summary: 'List the sessions of an administrator',
      answer: z.array(Session),
      handle: ({ sessionId, params: { id } }) => listSessions(db, id, sessionId, now()),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/users/:id/sessions',
      access: 'users.write',
      needsProof: true,
      params: ById,
      summary: 'End all sessions of an administrator, but the one that asks',
      answer: Ended,
      handle: async ({ actor, sessionId, params: { id } }) => ({
        ended: await endSessionsOf(db, actor, { userId: id, keepId: sessionId }, now()),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/users/:id/sessions/:session',
      access: 'users.write',
      needsProof: true,
      params: z.object({ ...ById.shape, ...BySession.shape }),
      summary: 'End a session of an administrator',
      answer: Done,
      handle: async ({ actor, params: { id, session } }) => {
        await endSessionOf(db, actor, { userId: id, id: session }, now())
        return DONE
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/setup',
      access: 'public',
      summary: 'Get whether setup is open',
      answer: SetupState,
      handle: ({ call }) => setupState(deps, thisMachine, call),
    }),
    route({
      method: 'POST',
      path: '/api/admin/setup',
      access: 'public',
      body: SetupInput,
      summary: 'Create the first administrator',
      status: 201,
      answer: z.object({ admin: User }),
      handle: async ({ call, body }) => {
        const admin = await completeSetup(deps, thisMachine, setups, body, call)
        return { admin }
      },
    }),
  ]
}
