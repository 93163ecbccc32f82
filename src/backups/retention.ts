import { type OffsiteKeep, readBackupName } from '#domain/backups.ts'

const DAY_MS = 86_400_000

/** Monday before 1970-01-01, so that weeks begin on Mondays. */
const MONDAY_MS = -3 * DAY_MS

const day = (at: Date) => at.toISOString().slice(0, 10)
const week = (at: Date) => String(Math.floor((at.getTime() - MONDAY_MS) / (7 * DAY_MS)))
const month = (at: Date) => at.toISOString().slice(0, 7)

/**
 * The daily backups that may be deleted. Kept are the last of each of the newest days, weeks and months that have any, in
 * UTC, so nothing is deleted while none are added. Other names, and dates to come, of a wrong clock, are never returned.
 */
export function expiredBackups(
  names: readonly string[],
  keep: NonNullable<OffsiteKeep>,
  now: Date,
): string[] {
  const daily = names.flatMap((name) => {
    const known = readBackupName(name.replace(/\.age$/, ''))
    return known?.kind === 'daily' && known.at && known.at <= now ? [{ name, at: known.at }] : []
  })
  daily.sort((a, b) => b.at.getTime() - a.at.getTime())
  const kept = new Set<string>()
  const rules = [
    [day, keep.days],
    [week, keep.weeks],
    [month, keep.months],
  ] as const
  for (const [periodOf, most] of rules) {
    const newest = new Map<string, string>()
    for (const { name, at } of daily) if (!newest.has(periodOf(at))) newest.set(periodOf(at), name)
    for (const name of [...newest.values()].slice(0, most)) kept.add(name)
  }
  return daily.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}
