import { min } from 'drizzle-orm'
import type { Database } from '#src/db/database.ts'
import { migrations } from '#src/db/schema.ts'

export async function findFirstStart(db: Database): Promise<Date | null> {
  const row = await db
    .select({ at: min(migrations.appliedAt) })
    .from(migrations)
    .get()
  return row?.at ? new Date(row.at) : null
}
