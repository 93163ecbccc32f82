import { type SQL, sql } from 'drizzle-orm'
import { atomically, type Database, type Transaction } from '#src/db/database.ts'
import type { Taken } from '#src/http/rate-limit.ts'

export const DATABASE_TIME = sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`

/** Longer than any rule. A later expiry comes from a wrong clock. */
const EXPIRY_MAX_MS = 2 * 86_400_000

/** Limits disk use during a flood: the rows that expire first are deleted. */
const ROWS_MAX = 100_000
const PURGE_SLICE = 2_000

type Row = [now: number, key: string, count: number | null, freeAt: number | null, expiresAt: number | null]

/** By keys, which are hashes that differ between rules. */
export async function readTaken(
  db: Transaction,
  keys: string[],
  time: SQL,
): Promise<{ now: number; stored: Map<string, Taken> }> {
  const rows = await db.values<Row>(sql`
    SELECT ${time}, wanted.value, count, free_at, expires_at FROM json_each(${JSON.stringify(keys)}) AS wanted
    LEFT JOIN rate_limits AS kept ON kept.key = wanted.value`)
  const stored = new Map<string, Taken>()
  for (const [, key, count, freeAt, expiresAt] of rows) {
    if (count !== null && freeAt !== null && expiresAt !== null) stored.set(key, { count, freeAt, expiresAt })
  }
  return { now: rows[0]?.[0] ?? 0, stored }
}

export const writeTaken = (tx: Transaction, taken: Map<string, Taken>) =>
  tx.run(sql`
    INSERT INTO rate_limits (key, count, free_at, expires_at)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3
    FROM json_each(${JSON.stringify([...taken].map(([key, { count, freeAt, expiresAt }]) => [key, count, freeAt, expiresAt]))})
    WHERE true
    ON CONFLICT (key) DO UPDATE SET
      count = excluded.count, free_at = excluded.free_at, expires_at = excluded.expires_at`)

/** Returns whether more rows may be left. */
export async function purgeSlice(db: Database, time: SQL): Promise<boolean> {
  const deleted = await atomically(db, [
    db.values(sql`
      DELETE FROM rate_limits WHERE key IN (
        SELECT key FROM rate_limits WHERE expires_at <= ${time} ORDER BY expires_at LIMIT ${PURGE_SLICE}
      ) RETURNING 1`),
    db.values(sql`
      DELETE FROM rate_limits WHERE key IN (
        SELECT key FROM rate_limits WHERE expires_at > ${time} + ${EXPIRY_MAX_MS} LIMIT ${PURGE_SLICE}
      ) RETURNING 1`),
    db.values(sql`
      DELETE FROM rate_limits WHERE key IN (
        SELECT key FROM rate_limits ORDER BY expires_at
        LIMIT max(0, min(${PURGE_SLICE}, (SELECT count(*) FROM rate_limits) - ${ROWS_MAX}))
      ) RETURNING 1`),
  ])
  return deleted.some((rows) => rows.length >= PURGE_SLICE)
}
