import { sql } from 'drizzle-orm'
import { TOLERANCE_MS } from '#src/db/expires-within.ts'
import { databaseClock, type LeaseClock } from '#src/db/lease.ts'
import type { Deps } from '#src/deps.ts'
import { periodAt } from '#src/second-step/totp.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Longer than any lease. */
const LEASE_MS = 5 * 60_000

/**
 * Stored moments that later code compares with the present, and how far ahead of it a correct clock puts them. Not those
 * whose change could delete or expire something for good, as this clock may be the wrong one.
 */
const MOMENTS: [table: string, column: string, aheadMs: number][] = [
  ['analyses', 'next_update_scheduled', DAY_MS],
  ['keyword_parts', 'touched_at', 0],
  ['known_clients', 'last_used_at', 0],
  ['migrations', 'applied_at', 0],
  ['notice_channels', 'next_at', HOUR_MS],
  ['personal_tokens', 'last_used_at', 0],
  ['sessions', 'created_at', 0],
  ['sessions', 'last_used_at', 0],
  ['sessions', 'proved_at', 0],
]

const LEASES = ['analyses', 'notice_channels']

export const CORRECTED = [
  ...MOMENTS.map(([table, column]) => `${table}.${column}`),
  ...LEASES.map((table) => `${table}.claimed_until`),
  'totp_secrets.last_period',
]

/**
 * Moments too far ahead were written while the clock was wrong: sets them to the latest possible one, so that nothing waits,
 * stays locked or stays valid until then.
 */
export async function correctMoments(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  clock: LeaseClock = databaseClock,
): Promise<void> {
  const at = (milliseconds: number) => new Date(now().getTime() + milliseconds)
  const column = (table: string, name: string, valueAt: (milliseconds: number) => unknown) => {
    const [from, set] = [sql.identifier(table), sql.identifier(name)]
    const isAhead = sql`${set} > ${valueAt(TOLERANCE_MS)}`
    return {
      name: `${table}.${name}`,
      from,
      isAhead,
      update: sql`UPDATE ${from} SET ${set} = ${valueAt(0)} WHERE ${isAhead}`,
    }
  }
  const columns = [
    ...MOMENTS.map(([table, name, ahead]) => column(table, name, (more) => at(ahead + more).toISOString())),
    ...LEASES.map((table) => column(table, 'claimed_until', (more) => clock(LEASE_MS + more))),
    // Before the first period whose code is accepted now.
    column('totp_secrets', 'last_period', (more) => periodAt(at(more)) - 2),
  ]
  // Looked for first: a transaction would block writers.
  const wrong = await db.values<[string]>(
    sql.join(
      columns.map(
        ({ name, from, isAhead }) =>
          sql`SELECT ${name} WHERE EXISTS (SELECT 1 FROM ${from} WHERE ${isAhead})`,
      ),
      sql` UNION ALL `,
    ),
  )
  if (wrong.length === 0) return
  const names = wrong.map(([name]) => name)
  await db.transaction(async (tx) => {
    for (const { name, update } of columns) if (names.includes(name)) await tx.run(update)
  })
  log.warn('the clock was wrong: moments in the future were corrected', { columns: names.join(', ') })
}
