import { type SQL, sql } from 'drizzle-orm'

/** SQL for the time the given number of milliseconds from now, formatted like Date.toISOString(). */
export type LeaseClock = (milliseconds: number) => SQL

/** Instances' clocks differ, and an instance whose clock is ahead would take over work in progress. */
export const databaseClock: LeaseClock = (milliseconds) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${milliseconds / 1000} seconds`})`
