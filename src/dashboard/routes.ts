import { Dashboard } from '#domain/statistics.ts'
import type { Deps } from '#src/deps.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { route } from '#src/route.ts'
import { readDashboard } from './store.ts'

/** What an administrator sees first. */
export function dashboardRoutes({ db, now, config, counter }: Deps) {
  const dayOf = calendarDay(config.timeZone)
  return [
    route({
      method: 'GET',
      path: '/api/admin/dashboard',
      access: 'read',
      summary: "Get today's figures",
      answer: Dashboard,
      handle: async () => {
        await counter.flush()
        return readDashboard(db, dayOf(now()))
      },
    }),
  ]
}
