import { Elysia } from 'elysia'
import { Dashboard } from '#domain/statistics.ts'
import { countContacts } from '#src/contacts/store.ts'
import type { Deps } from '#src/deps.ts'
import { describe } from '#src/http/describe.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { readToday } from '#src/statistics/store.ts'

/** What an administrator sees first. */
export function dashboardRoutes({ db, now, config, counter }: Deps) {
  const dayOf = calendarDay(config.timeZone)
  return new Elysia().get(
    '/api/admin/dashboard',
    async (): Promise<Dashboard> => {
      await counter.flush()
      const [todayStats, newContacts, heldBackContacts] = await Promise.all([
        readToday(db, dayOf(now())),
        countContacts(db, 'new'),
        countContacts(db, 'held_back'),
      ])
      return { todayStats, newContacts, heldBackContacts }
    },
    describe({ summary: "Read today's figures", permission: 'read', answer: Dashboard }),
  )
}
