import { asc, sql } from 'drizzle-orm'
import type { Database } from '#src/db/database.ts'
import { auditEntries } from '#src/db/schema.ts'
import { actor } from './actor.ts'

/** The audit log, oldest first, without what the test itself did in order to make its world. */
export const auditLog = (db: Database) =>
  db
    .select()
    .from(auditEntries)
    .where(sql`${auditEntries.actor} IS NOT ${actor.name}`)
    .orderBy(asc(auditEntries.id))
