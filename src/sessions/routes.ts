import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { LoginAnswer, LoginInput, SetupInput, SetupState, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import type { ThisMachine } from '#src/http/this-machine.ts'
import { actorOf, signedIn } from './guard.ts'
import { createKnownClients } from './known-clients.ts'
import { completeSetup, setupState } from './setup.ts'
import { signIn } from './sign-in.ts'
import { endSession } from './store.ts'
import { createThrottle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/** From one network; each makes the server hash a password. */
const SETUPS = { attempts: 5, seconds: 60 }

/** Signing in and out, and the first administrator. */
export function sessionRoutes(deps: Deps, tokens: Tokens, thisMachine: ThisMachine) {
  const { db, now } = deps
  const throttle = createThrottle(now)
  const knownClients = createKnownClients(deps)
  const setups = createRateLimit(SETUPS)
  return new Elysia()
    .post(
      '/api/admin/login',
      ({ body, request }) => signIn(deps, tokens, throttle, knownClients, body, callOf(request)),
      {
        body: LoginInput,
        ...describe({ summary: 'Sign in', answer: LoginAnswer }),
      },
    )
    .post(
      '/api/admin/logout',
      async ({ request }) => {
        await endSession(db, actorOf(request), signedIn(request).sessionId, now())
        return { success: true }
      },
      describe({ summary: 'Sign out', permission: 'read', answer: Done }),
    )
    .get(
      '/api/admin/setup',
      ({ request }) => setupState(deps, thisMachine, request, callOf(request)),
      describe({ summary: 'Ask whether there is an administrator yet', answer: SetupState }),
    )
    .post(
      '/api/admin/setup',
      async ({ body, request }) => {
        const call = callOf(request)
        const admin = await completeSetup(deps, thisMachine, setups, body, request, call)
        return jsonAnswer({ admin }, 201)
      },
      {
        body: SetupInput,
        ...describe({
          summary: 'Create the first administrator',
          status: 201,
          answer: z.object({ admin: User }),
        }),
      },
    )
}
