import { Elysia } from 'elysia'
import type { Permission } from '#domain/permissions.ts'
import type { Call } from '#src/http/call.ts'
import type { Limits, Requirements } from '#src/http/declared-routes.ts'
import type { Requests } from '#src/http/requests.ts'
import { authorize, type SignedIn } from './guard.ts'

/** Elysia fills in what it sees a hook use, and everything if the context is passed on. */
type Unread = { request: Request; route: string; body: unknown; query: unknown }

type Authorize = ((caller: SignedIn) => void) | null

/**
 * Every route has one of these: `access` needs a permission and gives its handler the caller; `open` is for everyone. Both
 * give the call, and read the body only after the guard.
 */
export function createAccess({ admit, callOf, callerOf }: Requests<SignedIn>) {
  let count = 0

  function guarded(limits: Limits, authorizeCaller: Authorize) {
    count += 1
    return {
      // Leaves the body unread until `admit`; Elysia validates after `transform`, before `beforeHandle` and `resolve`.
      parse: () => null,
      // Elysia awaits it only because it is declared as async.
      transform: async (context: Unread) => {
        const { body, query } = await admit(context.request, context.route, limits, authorizeCaller)
        if (body !== undefined) context.body = body
        if (query !== undefined) context.query = query
      },
    }
  }

  const access = new Elysia({ name: 'access' }).macro({
    access: (need: Permission | Requirements) => {
      const { permission, ...requirements } = typeof need === 'string' ? { permission: need } : need
      const authorizeCaller = (caller: SignedIn) => authorize(caller, { access: permission, ...requirements })
      return {
        ...guarded(requirements, authorizeCaller),
        detail: { 'x-permission': permission, requirements },
        resolve: ({ request }): SignedIn & { caller: SignedIn; call: Call } => {
          const caller = callerOf(request)
          return { ...caller, caller, call: callOf(request) }
        },
      }
    },
    open: (given: true | Limits) => {
      const limits = given === true ? {} : given
      return {
        ...guarded(limits, null),
        detail: { 'x-permission': 'public', requirements: limits },
        resolve: ({ request }): { call: Call } => ({ call: callOf(request) }),
      }
    },
  })
  return { access, countDeclared: () => count }
}

export type Access = ReturnType<typeof createAccess>['access']
