import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { describe } from '#src/http/describe.ts'
import { VERSION } from '#src/version.ts'
import { describeApi, type Route } from './document.ts'

/** The description of the API, for those signed in. `routes` are all of them, once mounted. */
export function apiDocsRoutes({ config }: Deps, routes: () => Route[]) {
  const title = `${config.siteName} API`
  return new Elysia().get(
    '/api/openapi.json',
    ({ request }) =>
      describeApi(routes(), {
        title,
        version: VERSION,
        origin: adminOrigin(config) ?? callOf(request).origin,
      }),
    describe({
      summary: 'Describe the API',
      permission: 'read',
      answer: z.looseObject({ openapi: z.string() }),
    }),
  )
}
