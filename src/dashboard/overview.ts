import { type DashboardOverview, OVERVIEW_DAYS, type OverviewDay } from '#domain/dashboard.ts'
import type { Deps } from '#src/deps.ts'
import { dayStarts, daysBefore } from '#src/lib/calendar-day.ts'
import { readDays, readFirstDay } from '#src/statistics/store.ts'
import { countContactsWithin, readNewest } from './store.ts'

const DAY_MS = 86_400_000
/** A failed backup is retried within a day, so two days need attention. */
const OVERDUE_MS = 2 * DAY_MS

type Query = { today: string; maySeeBackups: boolean }

export function createOverview({ db, now, config, backups }: Deps) {
  const startOf = dayStarts(config.timeZone)

  async function readOverviewDays(today: string): Promise<OverviewDay[]> {
    const firstDay = await readFirstDay(db)
    const range = { first: daysBefore(today, OVERVIEW_DAYS - 1), last: today }
    const days = (await readDays(db, range)).filter(({ day }) => firstDay !== null && day >= firstDay)
    const starts = [...days.map(({ day }) => startOf(day)), startOf(daysBefore(today, -1))]
    const contacts = await countContactsWithin(db, starts)
    return days.map(({ day, pageViews, uniqueVisitors, passwordsGenerated, passwordsChecked }, at) => ({
      day,
      pageViews,
      uniqueVisitors,
      passwordsGenerated,
      passwordsChecked,
      contacts: contacts[at] ?? 0,
    }))
  }

  function describeBackup(maySee: boolean): DashboardOverview['backup'] {
    const { isPossible, keep } = backups.settings
    const ended = backups
      .list()
      .filter(
        ({ status, kind, startedAt }) =>
          status !== 'running' && REGULAR.has(kind) && startedAt <= now().toISOString(),
      )
    const good = ended.find(({ status }) => status === 'done')
    const [last] = ended
    const age = good ? now().getTime() - Date.parse(good.startedAt) : 0
    return {
      isPossible,
      keep,
      lastGood: good ? { at: good.startedAt, bytes: good.bytes } : null,
      failed: last?.status === 'failed' ? { at: last.startedAt, reason: maySee ? last.failure : null } : null,
      isOverdue: isPossible && keep > 0 && age > OVERDUE_MS,
    }
  }

  return async ({ today, maySeeBackups }: Query): Promise<DashboardOverview> => {
    const [days, newest] = await Promise.all([readOverviewDays(today), readNewest(db)])
    return { days, ...newest, backup: describeBackup(maySeeBackups) }
  }
}

/** Backups before upgrades and restores don't replace regular ones. */
const REGULAR: ReadonlySet<string> = new Set(['daily', 'manual'])
