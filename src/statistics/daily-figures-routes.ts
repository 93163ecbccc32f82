import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { METRICS_DAYS, Metrics } from '#domain/statistics.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { answers } from '#src/http/answers.ts'
import { csvResponse } from '#src/http/csv.ts'
import { calendarDay, daysBefore } from '#src/lib/calendar-day.ts'
import type { Access } from '#src/sessions/access.ts'
import { readDailyFigures } from './daily-figures.ts'
import { createPastDetails } from './past-details.ts'
import type { Days } from './store.ts'

const DAYS = `days must be a number from 1 to ${METRICS_DAYS.max}`

const EARLIEST = '1970-01-01'

const day = (name: string) => {
  const message = `${name} must be a date like 2026-01-31`
  return z.optional(z.iso.date(message).check(z.refine((day) => day >= EARLIEST, message)))
}

/** The last `days` up to and including `to`, or `from` to `to`. `to` defaults to today. */
const MetricsQuery = z.object({
  days: z.optional(z.coerce.number(DAYS).check(z.int(DAYS), z.gte(1, DAYS), z.lte(METRICS_DAYS.max, DAYS))),
  from: day('from'),
  to: day('to'),
})
type MetricsQuery = z.infer<typeof MetricsQuery>

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

export function dailyFiguresRoutes({ db, now, config, counter }: Deps, access: Access) {
  const dayOf = calendarDay(config.timeZone)
  const readPast = createPastDetails(db)
  const read = async (query: MetricsQuery) => {
    const today = dayOf(now())
    const days = daysOf(query, today)
    await counter.flush()
    return readDailyFigures({ db, today, readPast, activeVisitors: counter.activeVisitors() }, days)
  }
  return new Elysia()
    .use(access)
    .get('/api/admin/metrics', ({ query }) => read(query), {
      access: 'read',
      query: MetricsQuery,
      response: answers(Metrics),
      detail: { summary: 'Get daily statistics' },
    })
    .get(
      '/api/admin/metrics/csv',
      async ({ query }) => {
        const metrics = await read(query)
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
        return csvResponse('metrics', COLUMNS, rows)
      },
      {
        access: 'read',
        query: MetricsQuery,
        detail: { summary: 'Download daily statistics as CSV', mediaType: 'text/csv' },
      },
    )
}

function daysOf({ days, from, to }: MetricsQuery, today: string): Days {
  const last = to ?? today
  if (last > today) throw refused('to', `to must not be after today, ${today}`)
  if (from === undefined) return { first: daysBefore(last, (days ?? METRICS_DAYS.default) - 1), last }
  if (days !== undefined) throw refused('days', 'Specify either days or from, not both')
  if (from > last) throw refused('from', `from must not be after ${last}`)
  if (from < daysBefore(last, METRICS_DAYS.max - 1)) {
    throw refused('from', `from and to must span at most ${METRICS_DAYS.max} days`)
  }
  return { first: from, last }
}

const refused = (name: keyof MetricsQuery, message: string) => invalid(message, { [name]: message })
