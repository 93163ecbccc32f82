import { type PageHandler, type PageOptions, routesFor } from './http/route.ts'
import type { Schema } from './http/validated.ts'
import type { SignedIn } from './sessions/guard.ts'

/** Declares a route of this app: where a permission is needed, its handler is given the user who calls. */
export const route = routesFor<SignedIn>()

export type Route = ReturnType<typeof route>

/** Declares a page or file that anyone may read, and that is no part of the API. */
export const page = <P extends Schema>(
  path: string,
  handle: PageHandler<P>,
  options: PageOptions<P> = {},
): Route => route({ ...options, method: 'GET', path, access: 'public', internal: true, handle })
