import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'

/** /healthz: the process answers. /readyz: its database does too. */
export function healthRoutes({ db }: Pick<Deps, 'db'>) {
  return new Elysia()
    .get('/healthz', () => jsonAnswer({ status: 'ok' }))
    .get('/readyz', async () => {
      await db.run(sql`SELECT 1 FROM migrations LIMIT 1`)
      return jsonAnswer({ status: 'ok' })
    })
}
