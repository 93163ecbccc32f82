import { Dashboard } from '#domain/statistics.ts'
import { countContacts } from '#src/contacts/store.ts'
import type { Deps } from '#src/deps.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { route } from '#src/route.ts'
import { readToday } from '#src/statistics/store.ts'

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
      handle: async (): Promise<Dashboard> => {
        await counter.flush()
        const [todayStats, newContacts, heldBackContacts] = await Promise.all([
          readToday(db, dayOf(now())),
          countContacts(db, 'new'),
          countContacts(db, 'held_back'),
        ])
        return { todayStats, newContacts, heldBackContacts }
      },
    }),
  ]
}
