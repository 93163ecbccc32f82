import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { describe } from '#src/http/describe.ts'
import { VERSION } from '#src/version.ts'
import { describeApi, type Route } from './document.ts'

/** The description of the API, for those signed in. `routes` are all of them, once mounted. */
export function apiDocsRoutes({ config }: Deps, routes: () => Route[]) {
  const title = `${config.siteName} API`
  return new Elysia().get(
    '/api/openapi.json',
    () => describeApi(routes(), { title, version: VERSION }),
    describe({
      summary: 'Describe the API',
      permission: 'read',
      answer: z.looseObject({ openapi: z.string() }),
    }),
  )
}
