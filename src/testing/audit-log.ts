import { asc, sql } from 'drizzle-orm'
import type { Database } from '#src/db/database.ts'
import { auditEntries } from '#src/db/schema.ts'
import { actor } from './actor.ts'

/** Oldest first; without entries of the test's setup. */
export const auditLog = (db: Database) =>
  db
    .select()
    .from(auditEntries)
    .where(sql`${auditEntries.actor} IS NOT ${actor.name}`)
    .orderBy(asc(auditEntries.id))
