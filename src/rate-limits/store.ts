import { type SQL, sql } from 'drizzle-orm'
import { atomically, type Database } from '#src/db/database.ts'

export type Rule =
  /** `attempts` immediately, then one every `everyMs`. */
  | { kind: 'bucket'; attempts: number; everyMs: number }
  /** `attempts` per window of `everyMs`, which starts with its first attempt. */
  | { kind: 'window'; attempts: number; everyMs: number }
  /** `attempts` immediately; then waits that double from `everyMs` to `longestMs`. Resets after `resetMs`. */
  | { kind: 'growing'; attempts: number; everyMs: number; longestMs: number; resetMs: number }

/** `key` is a hash that differs between rules. */
export type Budget = { key: string; rule: Rule }

export const DATABASE_TIME = sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`

/** Longer than any rule. A later expiry comes from a wrong clock and must not lock anyone out. */
const EXPIRY_MAX_MS = 2 * 86_400_000

/** Limits disk use during a flood: the rows that expire first are deleted. */
const ROWS_MAX = 100_000
const PURGE_SLICE = 2_000

const known = (budgets: Budget[], time: SQL) => sql`
  clock AS MATERIALIZED (SELECT ${time} AS now),
  known AS MATERIALIZED (
    SELECT value ->> 'key' AS key, value ->> 'kind' AS kind, value ->> 'attempts' AS attempts,
      value ->> 'everyMs' AS every, value ->> 'longestMs' AS longest, value ->> 'resetMs' AS reset, now,
      coalesce(kept.count, 0) AS count, coalesce(kept.free_at, 0) AS free_at, kept.expires_at AS expires_at
    FROM json_each(${JSON.stringify(budgets.map(({ key, rule }) => ({ key, ...rule })))})
    CROSS JOIN clock
    LEFT JOIN rate_limits AS kept ON kept.key = value ->> 'key'
      AND kept.expires_at > now AND kept.expires_at <= now + ${EXPIRY_MAX_MS}
  )`

/** At most 20 doublings, to avoid an overflow. */
const waitAfter = (count: SQL) =>
  sql`iif(${count} < attempts, 0, min(longest, every << min(20, max(0, ${count} - attempts))))`

export type Taken = {
  counts: Map<string, number>
  waits: Map<string, number>
}

export async function countAttempts(db: Database, budgets: Budget[], time: SQL): Promise<Taken> {
  const [taken, waiting] = await atomically(db, [
    db.values<[string, number]>(sql`
      WITH ${known(budgets, time)},
      counted AS (
        SELECT *, CASE kind
            WHEN 'bucket' THEN coalesce(expires_at, now) + every
            WHEN 'window' THEN coalesce(expires_at, now + every)
            ELSE now + reset
          END AS next_expiry
        FROM known
      )
      INSERT INTO rate_limits (key, count, free_at, expires_at)
      SELECT key, count + 1, CASE kind
          WHEN 'bucket' THEN next_expiry - (attempts - 1) * every
          WHEN 'window' THEN iif(count + 1 < attempts, 0, next_expiry)
          ELSE now + ${waitAfter(sql`count + 1`)}
        END, next_expiry
      FROM counted
      WHERE NOT EXISTS (SELECT 1 FROM known WHERE free_at > now)
      ON CONFLICT (key) DO UPDATE SET
        count = excluded.count, free_at = excluded.free_at, expires_at = excluded.expires_at
      RETURNING key, count`),
    db.values<[string, number]>(sql`
      WITH ${known(budgets, time)} SELECT key, free_at - now FROM known WHERE free_at > now`),
  ])
  return { counts: new Map(taken), waits: new Map(taken.length > 0 ? [] : waiting) }
}

export async function undoAttempts(
  db: Database,
  { budgets, cleared }: { budgets: Budget[]; cleared: string[] },
  time: SQL,
): Promise<void> {
  const keys = JSON.stringify(budgets.map(({ key }) => key))
  await atomically(db, [
    db.run(sql`
      WITH ${known(budgets, time)}
      UPDATE rate_limits SET
        count = known.count - 1,
        free_at = CASE kind
          WHEN 'bucket' THEN known.free_at - every
          WHEN 'window' THEN 0
          ELSE now + ${waitAfter(sql`known.count - 1`)}
        END,
        expires_at = CASE kind
          WHEN 'bucket' THEN known.expires_at - every
          WHEN 'window' THEN known.expires_at
          ELSE now + reset
        END
      FROM known WHERE rate_limits.key = known.key AND known.count > 0`),
    db.run(sql`
      DELETE FROM rate_limits
      WHERE key IN (SELECT value FROM json_each(${keys})) AND (count <= 0 OR expires_at <= ${time})
        OR key IN (SELECT value FROM json_each(${JSON.stringify(cleared)}))`),
  ])
}

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
