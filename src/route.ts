import { type PageHandler, type PageOptions, routesFor } from './http/route.ts'
import type { Schema } from './http/validate.ts'
import type { SignedIn } from './sessions/guard.ts'

/** Handlers of routes with a permission receive the signed-in user. */
export const route = routesFor<SignedIn>()

export type Route = ReturnType<typeof route>

/** A public page or file outside the API. */
export const page = <P extends Schema>(
  path: string,
  handle: PageHandler<P>,
  options: PageOptions<P> = {},
): Route => route({ ...options, method: 'GET', path, access: 'public', internal: true, handle })
