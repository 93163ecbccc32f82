import { Elysia } from 'elysia'
import { LoginInput, SetupInput } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { signedIn } from './guard.ts'
import { completeSetup, setupState } from './setup.ts'
import { signIn } from './sign-in.ts'
import { endSession } from './store.ts'
import { createThrottle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/** Signing in and out, and the first administrator. */
export function sessionRoutes(deps: Deps, tokens: Tokens) {
  const { db, now } = deps
  const throttle = createThrottle()
  return new Elysia()
    .post('/api/admin/login', ({ body, request }) => signIn(deps, tokens, throttle, body, callOf(request)), {
      body: LoginInput,
    })
    .post('/api/admin/logout', async ({ request }) => {
      const { user, sessionId } = signedIn(request)
      await endSession(db, sessionId)
      const { address } = callOf(request)
      await recordAudit(db, { actor: user.username, action: 'signed_out', address }, now())
      return { success: true }
    })
    .get('/api/admin/setup', ({ request }) => setupState(db, request, callOf(request)))
    .post(
      '/api/admin/setup',
      async ({ body, request }) => {
        const call = callOf(request)
        const admin = await completeSetup(deps, body, request, call)
        const entry = { actor: admin.username, action: 'setup_completed', address: call.address } as const
        await recordAudit(db, entry, now())
        return jsonAnswer({ admin }, 201)
      },
      { body: SetupInput },
    )
}
