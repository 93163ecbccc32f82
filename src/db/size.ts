import { sql } from 'drizzle-orm'
import { AppError } from '#src/errors.ts'
import type { Database } from './database.ts'

/** Null if the server doesn't report it. Throws AppError unavailable. */
export async function readDatabaseBytes(db: Database): Promise<number | null> {
  try {
    const [row] = await db.values<[number]>(
      sql`SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`,
    )
    return row?.[0] ?? null
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && error.cause instanceof AppError)) throw error
    return null
  }
}
