import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { AUDIT_ACTIONS, AuditEntry } from '#domain/audit.ts'
import { searchText } from '#domain/search.ts'
import type { Database } from '#src/db/database.ts'
import type { Deps } from '#src/deps.ts'
import { csvStream } from '#src/http/csv.ts'
import { describe } from '#src/http/describe.ts'
import { listAnswer, Paging } from '#src/http/paging.ts'
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
  return new Elysia()
    .get(
      '/api/admin/audit',
      async ({ query, request }) => listAnswer(await listAudit(db, query, request.signal)),
      {
        query: z.object({ ...filter, ...Paging }),
        ...describe({
          summary: 'List what administrators did, newest first',
          permission: 'audit.read',
          answer: z.array(AuditEntry),
        }),
      },
    )
    .get(
      '/api/admin/audit/csv',
      ({ query, request }) =>
        csvStream(
          'audit-log',
          CSV_FIELDS.map(([title]) => title),
          csvRows(db, query, request.signal),
        ),
      {
        query: z.object(filter),
        ...describe({
          summary: 'Download what administrators did',
          permission: 'audit.read',
          answer: 'text/csv',
        }),
      },
    )
}

async function* csvRows(db: Database, filter: AuditFilter, signal: AbortSignal) {
  for await (const entries of eachAuditEntry(db, filter, CSV_ROWS, signal)) {
    yield entries.map((entry) => CSV_FIELDS.map(([, field]) => entry[field]))
  }
}
