import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { AUDIT_ACTIONS, AUDIT_SORTS, AuditEntry } from '#domain/audit.ts'
import { searchText } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import type { Deps } from '#src/deps.ts'
import { answers } from '#src/http/answers.ts'
import { csvStream } from '#src/http/csv.ts'
import { listResponse, Paging, sortedBy } from '#src/http/paging.ts'
import type { Access } from '#src/sessions/access.ts'
import { type AuditFilter, eachAuditEntry, listAudit } from './listing.ts'

const CSV_ROWS_MAX = 50_000

/** The last columns are for comparison with the server's log. */
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
] as const

const filter = {
  action: z.optional(z.enum(AUDIT_ACTIONS, 'Unknown action')),
  actor: searchText('actor'),
}

export function auditRoutes({ db }: Deps, access: Access) {
  return new Elysia()
    .use(access)
    .get(
      '/api/admin/audit',
      async ({ call, query }) => listResponse(await listAudit(db, query, call.request.signal)),
      {
        access: 'audit.read',
        query: z.object({ ...filter, ...Paging, ...sortedBy(AUDIT_SORTS) }),
        response: answers(z.array(AuditEntry)),
        detail: { summary: 'List audit log entries, newest first by default' },
      },
    )
    .get(
      '/api/admin/audit/csv',
      ({ call, query }) =>
        csvStream(
          call,
          { name: 'audit-log', fields: CSV_FIELDS.map(([title]) => title) },
          csvBatches(db, query, call.request.signal),
        ),
      {
        access: 'audit.read',
        query: z.object(filter),
        detail: { summary: 'Download the audit log', mediaType: 'text/csv' },
      },
    )
}

async function* csvBatches(db: Database, filter: AuditFilter, signal: AbortSignal) {
  for await (const entries of eachAuditEntry(db, filter, CSV_ROWS_MAX, signal)) {
    yield entries.map((entry) => CSV_FIELDS.map(([, field]) => entry[field]))
  }
}
