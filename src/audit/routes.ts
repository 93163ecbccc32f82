import * as z from 'zod/mini'
import { AUDIT_ACTIONS, AUDIT_SORTS, AuditEntry } from '#domain/audit.ts'
import { searchText } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import type { Deps } from '#src/deps.ts'
import { csvStream } from '#src/http/csv.ts'
import { listAnswer, Paging, sortedBy } from '#src/http/paging.ts'
import { route } from '#src/route.ts'
import { type AuditFilter, eachAuditEntry, listAudit } from './listing.ts'

/** More than anyone reads; as much as one answer should hold. */
const CSV_ROWS = 50_000

/** Last what only matters for comparing entries with the chain and with the log. */
const CSV_FIELDS = [
  ['Time', 'at'],
  ['Who', 'actor'],
  ['Action', 'action'],
  ['Subject', 'subject'],
  ['Detail', 'detail'],
  ['Address', 'address'],
  ['User ID', 'userId'],
  ['Source', 'source'],
  ['Entry', 'id'],
  ['Hash', 'hash'],
] as const

const filter = {
  action: z.optional(z.enum(AUDIT_ACTIONS, 'There is no such action')),
  /** Part of the name of who did it. */
  actor: searchText('actor'),
}

/** The audit log, for super admins. */
export function auditRoutes({ db }: Deps) {
  return [
    route({
      method: 'GET',
      path: '/api/admin/audit',
      access: 'audit.read',
      query: z.object({ ...filter, ...Paging, ...sortedBy(AUDIT_SORTS) }),
      summary: 'List audit log entries, newest first unless told otherwise',
      answer: z.array(AuditEntry),
      handle: async ({ call, query }) => listAnswer(await listAudit(db, query, call.request.signal)),
    }),
    route({
      method: 'GET',
      path: '/api/admin/audit/csv',
      access: 'audit.read',
      query: z.object(filter),
      summary: 'Download the audit log',
      answer: 'text/csv',
      handle: ({ call, query }) =>
        csvStream(
          'audit-log',
          CSV_FIELDS.map(([title]) => title),
          csvRows(db, query, call.request.signal),
        ),
    }),
  ]
}

async function* csvRows(db: Database, filter: AuditFilter, signal: AbortSignal) {
  for await (const entries of eachAuditEntry(db, filter, CSV_ROWS, signal)) {
    yield entries.map((entry) => CSV_FIELDS.map(([, field]) => entry[field]))
  }
}
