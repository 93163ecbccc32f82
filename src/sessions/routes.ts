import * as z from 'zod/mini'
import { LoginAnswer, LoginInput, SetupInput, SetupState, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import type { ThisMachine } from '#src/http/this-machine.ts'
import { route } from '#src/route.ts'
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
  return [
    route({
      method: 'POST',
      path: '/api/admin/login',
      access: 'public',
      body: LoginInput,
      summary: 'Sign in',
      answer: LoginAnswer,
      handle: ({ call, body }) => signIn(deps, tokens, throttle, knownClients, body, call),
    }),
    route({
      method: 'POST',
      path: '/api/admin/logout',
      access: 'read',
      summary: 'Sign out',
      answer: Done,
      handle: async ({ sessionId, actor }) => {
        await endSession(db, actor, sessionId, now())
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
