import { COUNTED, type Counted } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { createRecorder } from './recorder.ts'
import { addCounts } from './store.ts'
import { createVisitors, type Visitor } from './visitors.ts'

/** Counts what happens today. Each promise settles when the count is in the database, and rejects when it isn't. */
export type Counter = {
  count(name: Counted, detail?: string): Promise<void>
  /** A page was looked at; by a null visitor when that one is not to be told from others. */
  countView(path: string, visitor: Visitor | null): Promise<void>
  /** Turns visitors of past days into mere numbers. May run at any time, any number of times. */
  endOfDay(): Promise<void>
  /** Writes what is still waiting; the database may be closed after that. */
  close(): Promise<void>
}

type Options = {
  db: Database
  now: () => Date
  timeZone: string
  /** Hears of each transaction: how many events were in it, and whether it was written. */
  written?: (events: number, isDone: boolean) => void
}

export function createCounter({ db, now, timeZone, written = () => undefined }: Options): Counter {
  const dayOf = calendarDay(timeZone)
  const recorder = createRecorder(async ({ counts, visitors }) => {
    const events = counts.reduce((sum, { count }) => sum + count, 0)
    try {
      await addCounts(db, counts, visitors)
    } catch (error) {
      written(events, false)
      throw error
    }
    written(events, true)
  })
  const visitors = createVisitors(db, recorder.flush)

  return {
    count: async (name, detail = '') => {
      const day = dayOf(now())
      await visitors.startDay(day)
      await recorder.record({ day, name, detail })
    },
    countView: async (path, visitor) => {
      const day = dayOf(now())
      const salt = await visitors.startDay(day)
      const hash = visitor && salt && (await visitors.identify(visitor, salt))
      try {
        await recorder.record({ day, name: COUNTED.pageView, detail: path, visitor: hash })
        if (hash) visitors.remember(day, hash)
      } finally {
        hash?.fill(0)
      }
    },
    endOfDay: () => visitors.closeDaysBefore(dayOf(now())),
    close: recorder.close,
  }
}
