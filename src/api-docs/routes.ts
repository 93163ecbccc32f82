import * as z from 'zod/mini'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import { type Route, route } from '#src/route.ts'
import { VERSION } from '#src/version.ts'
import { describeApi } from './document.ts'

/** Call `routes` only after all routes are mounted. */
export function apiDocsRoutes({ config }: Deps, routes: () => Route[]) {
  const title = `${config.siteName} API`
  return [
    route({
      method: 'GET',
      path: '/api/openapi.json',
      access: 'read',
      summary: 'Describe the API',
      response: z.looseObject({ openapi: z.string() }),
      handle: ({ call }) =>
        describeApi(routes(), {
          title,
          version: VERSION,
          origin: adminOrigin(config) ?? call.origin,
        }),
    }),
  ]
}
