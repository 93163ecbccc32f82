import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import { answers } from '#src/http/answers.ts'
import type { DeclaredRoute } from '#src/http/declared-routes.ts'
import type { Access } from '#src/sessions/access.ts'
import { VERSION } from '#src/version.ts'
import { describeApi } from './document.ts'

/** Call `routes` only after all routes are mounted. */
export function apiDocsRoutes({ config }: Deps, routes: () => readonly DeclaredRoute[], access: Access) {
  const title = `${config.siteName} API`
  return new Elysia().use(access).get(
    '/api/openapi.json',
    ({ call }) =>
      describeApi(routes(), {
        title,
        version: VERSION,
        origin: adminOrigin(config) ?? call.origin,
      }),
    {
      access: 'read',
      response: answers(z.looseObject({ openapi: z.string() })),
      detail: { summary: 'Describe the API' },
    },
  )
}
