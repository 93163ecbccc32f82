import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { page } from '#src/route.ts'

/** /healthz: the process answers. /readyz: its database does too. */
export function healthRoutes({ db }: Pick<Deps, 'db'>) {
  return [
    page('/healthz', () => jsonAnswer({ status: 'ok' })),
    page('/readyz', async () => {
      await db.run(sql`SELECT 1 FROM migrations LIMIT 1`)
      return jsonAnswer({ status: 'ok' })
    }),
  ]
}
