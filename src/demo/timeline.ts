import type { Actor } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import type { SeededRandom } from './seeded-random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type DemoContext = {
  db: Database
  now: Date
  random: SeededRandom
  actorNamed: (name: string) => Actor
}

export type Event = { at: Date; run(at: Date): Promise<unknown> }

/** Runs the events in chronological order, which the audit log requires. */
export async function runEvents(events: readonly Event[]): Promise<void> {
  for (const { at, run } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await run(at)
  }
}

/** Returns a random time of the day in UTC, but never in the future. */
export function daytimeOf(now: Date, daysAgo: number, random: SeededRandom): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS - daysAgo * DAY_MS
  const at = midnight + random.between(7 * HOUR_MS, 21 * HOUR_MS)
  return new Date(at <= now.getTime() ? at : now.getTime() - random.between(60_000, HOUR_MS))
}

/** Backups run at 3:30 UTC. */
export function lastBackupTime(now: Date): Date {
  const at = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + 3.5 * HOUR_MS)
  return at <= now ? at : hoursLater(at, -24)
}

export const hoursLater = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)
