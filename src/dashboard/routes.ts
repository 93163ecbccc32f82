import { Elysia } from 'elysia'
import { DashboardOverview } from '#domain/dashboard.ts'
import { may } from '#domain/permissions.ts'
import { Dashboard } from '#domain/statistics.ts'
import type { Deps } from '#src/deps.ts'
import { answers } from '#src/http/answers.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import type { Access } from '#src/sessions/access.ts'
import { createOverview } from './overview.ts'
import { readDashboard } from './store.ts'

export function dashboardRoutes(deps: Deps, access: Access) {
  const { db, now, config, counter } = deps
  const readOverview = createOverview(deps)
  const dayOf = calendarDay(config.timeZone)
  return new Elysia()
    .use(access)
    .get(
      '/api/admin/dashboard',
      async () => {
        await counter.flush()
        return readDashboard(db, dayOf(now()))
      },
      { access: 'read', response: answers(Dashboard), detail: { summary: "Get today's figures" } },
    )
    .get(
      '/api/admin/dashboard/overview',
      async ({ user }) => {
        await counter.flush()
        return readOverview({ today: dayOf(now()), maySeeBackups: may(user.role, 'backups.manage') })
      },
      {
        access: 'read',
        response: answers(DashboardOverview),
        detail: { summary: 'Get recent figures and pending work' },
      },
    )
}
