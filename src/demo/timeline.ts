import type { Chance } from './chance.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Something that someone did at a moment of the past. */
export type Event = { at: Date; happen(at: Date): Promise<unknown> }

/** The past two months, as the stores shall see them: in the order of time, so that the audit log is in order, too. */
export async function relive(events: readonly Event[]): Promise<void> {
  for (const { at, happen } of events.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    await happen(at)
  }
}

/** A moment on the day that was so many days ago, during the day in UTC; never in the future. */
export function momentOf(now: Date, daysAgo: number, chance: Chance): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS - daysAgo * DAY_MS
  const at = midnight + chance.between(7 * HOUR_MS, 21 * HOUR_MS)
  return new Date(at <= now.getTime() ? at : now.getTime() - chance.between(60_000, HOUR_MS))
}

/** The last time that the nightly backup was due: 3:30 in UTC. */
export function lastNight(now: Date): Date {
  const at = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + 3.5 * HOUR_MS)
  return at <= now ? at : hoursLater(at, -24)
}

export const hoursLater = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)
