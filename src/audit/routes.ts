import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { AUDIT_ACTIONS } from '#domain/audit.ts'
import type { Deps } from '#src/deps.ts'
import { needs } from '#src/sessions/guard.ts'
import { listAudit } from './store.ts'

const PAGE = 50

const Query = z.object({
  action: z.optional(z.enum(AUDIT_ACTIONS, 'There is no such action')),
  before: z.optional(z.coerce.number('before must be the id of an entry')),
})

/** The audit log, for super admins. */
export function auditRoutes({ db }: Deps) {
  return new Elysia().get('/api/admin/audit', ({ query }) => listAudit(db, { ...query, limit: PAGE }), {
    query: Query,
    transform: needs('audit.read'),
  })
}
