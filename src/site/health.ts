import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { unavailable } from '#src/errors.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'

/** /healthz: the process answers. /readyz: its database does too. */
export function healthRoutes({ db, log }: Deps) {
  return new Elysia()
    .get('/healthz', () => jsonAnswer({ status: 'ok' }))
    .get('/readyz', async () => {
      try {
        await db.run(sql`SELECT 1 FROM migrations LIMIT 1`)
      } catch (error) {
        log.error('database does not answer', error)
        throw unavailable('The database does not answer')
      }
      return jsonAnswer({ status: 'ok' })
    })
}
