import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { plainBody } from '#src/http/encoded-body.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { JSON_TYPE, NO_STORE } from '#src/http/responses.ts'
import type { Access } from '#src/sessions/access.ts'

const OK = { status: 'ok' }

export function healthRoutes({ db }: Pick<Deps, 'db'>, responseCache: ResponseCache, access: Access) {
  const body = plainBody({ bytes: new TextEncoder().encode(JSON.stringify(OK)), type: JSON_TYPE })
  return new Elysia()
    .use(access)
    .get(
      '/healthz',
      ({ call }) => responseCache.respond(call, { body, headers: NO_STORE, location: '/healthz' }),
      { open: true },
    )
    .get(
      '/readyz',
      async () => {
        await db.check()
        return OK
      },
      { open: true },
    )
}
