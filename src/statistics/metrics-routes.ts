import * as z from 'zod/mini'
import { METRICS_DAYS, Metrics } from '#domain/statistics.ts'
import type { Deps } from '#src/deps.ts'
import { csvAnswer } from '#src/http/csv.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { route } from '#src/route.ts'
import { readMetrics } from './metrics.ts'

const DAYS = `days must be a number from 1 to ${METRICS_DAYS.max}`

const Range = z.object({
  days: z._default(
    z.coerce.number(DAYS).check(z.int(DAYS), z.gte(1, DAYS), z.lte(METRICS_DAYS.max, DAYS)),
    METRICS_DAYS.default,
  ),
})

const COLUMNS = [
  'Day',
  'Page views',
  'Unique visitors',
  'Passwords generated',
  'Passwords checked',
  'Bots',
  'Helpful',
  'Needs improvement',
]

/** What the site came to day by day, for administrators. */
export function metricsRoutes({ db, now, config, counter }: Deps) {
  const dayOf = calendarDay(config.timeZone)
  const read = async (days: number) => {
    await counter.flush()
    return readMetrics(db, dayOf(now()), days)
  }
  return [
    route({
      method: 'GET',
      path: '/api/admin/metrics',
      access: 'read',
      query: Range,
      summary: 'Get daily figures',
      answer: Metrics,
      handle: ({ query: { days } }) => read(days),
    }),
    route({
      method: 'GET',
      path: '/api/admin/metrics/csv',
      access: 'read',
      query: Range,
      summary: 'Download daily figures',
      answer: 'text/csv',
      handle: async ({ query: { days } }) => {
        const metrics = await read(days)
        const rows = metrics.days.map((figures) => [
          figures.day,
          figures.pageViews,
          figures.uniqueVisitors,
          figures.passwordsGenerated,
          figures.passwordsChecked,
          figures.bots,
          figures.helpful,
          figures.unhelpful,
        ])
        return csvAnswer('metrics', COLUMNS, rows)
      },
    }),
  ]
}
