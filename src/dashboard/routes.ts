import { DashboardOverview } from '#domain/dashboard.ts'
import { may } from '#domain/permissions.ts'
import { Dashboard } from '#domain/statistics.ts'
import type { Deps } from '#src/deps.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { route } from '#src/route.ts'
import { createOverview } from './overview.ts'
import { readDashboard } from './store.ts'

export function dashboardRoutes(deps: Deps) {
  const { reads, now, config, counter } = deps
  const readOverview = createOverview(deps)
  const dayOf = calendarDay(config.timeZone)
  return [
    route({
      method: 'GET',
      path: '/api/admin/dashboard',
      access: 'read',
      summary: "Get today's figures",
      response: Dashboard,
      handle: async () => {
        await counter.flush()
        return readDashboard(reads.db, dayOf(now()))
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/dashboard/overview',
      access: 'read',
      summary: 'Get recent figures and pending work',
      response: DashboardOverview,
      handle: async ({ user }) => {
        await counter.flush()
        return readOverview({ today: dayOf(now()), maySeeBackups: may(user.role, 'backups.manage') })
      },
    }),
  ]
}
