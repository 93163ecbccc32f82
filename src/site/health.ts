import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { plainText } from '#src/http/encoded.ts'
import { JSON_TYPE, NOT_STORED } from '#src/http/error-answer.ts'
import type { Prepared } from '#src/http/prepared.ts'
import { page } from '#src/route.ts'

const OK = { status: 'ok' }

/** /healthz: the process answers. /readyz: its database does too. */
export function healthRoutes({ db }: Pick<Deps, 'db'>, prepared: Prepared) {
  const body = plainText({ text: JSON.stringify(OK), type: JSON_TYPE })
  return [
    page('/healthz', ({ call }) => {
      prepared.keep(call, { body, headers: NOT_STORED, location: '/healthz', isUntagged: true })
      return OK
    }),
    page('/readyz', async () => {
      await db.run(sql`SELECT 1 FROM migrations LIMIT 1`)
      return OK
    }),
  ]
}
