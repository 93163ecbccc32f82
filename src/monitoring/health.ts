import { existsSync } from 'node:fs'
import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { plainBody } from '#src/http/encoded-body.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { JSON_TYPE, NO_STORE } from '#src/http/responses.ts'
import { DISK_FULL, unavailableNow } from '#src/lib/disk-full.ts'
import { freeBytes } from '#src/lib/disk-space.ts'
import type { Access } from '#src/sessions/access.ts'

const OK = { status: 'ok' }

/** Less, and a message or a post may not fit, although a small write does. */
const FREE_BYTES_MIN = 1024 * 1024

/** Null while the database is elsewhere. */
export function dataFreeBytes({ databaseUrl, dataDir }: Deps['config']): number | null {
  return databaseUrl === undefined && existsSync(dataDir) ? freeBytes(dataDir) : null
}

/** Throws AppError unavailable while the database can't be used, or the disk is full. */
export async function checkDatabase({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await db.check()
  const free = dataFreeBytes(config)
  if (free !== null && free < FREE_BYTES_MIN) throw unavailableNow(DISK_FULL, undefined)
}

export function healthRoutes(
  deps: Pick<Deps, 'db' | 'config'>,
  responseCache: ResponseCache,
  access: Access,
) {
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
        await checkDatabase(deps)
        return OK
      },
      { open: true },
    )
}
