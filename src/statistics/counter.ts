import { COUNTED, type Counted } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { breathe } from '#src/lib/breathe.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { seldom } from '#src/lib/seldom.ts'
import type { Log } from '#src/log.ts'
import { agentSign } from './bots.ts'
import { createRecorder } from './recorder.ts'
import { addCounts } from './store.ts'
import { createViewBuffer, type View } from './view-buffer.ts'
import { createVisitors, type Salt, type Visitor } from './visitors.ts'

/** Counts what happens today. A promise settles when the count is in the database, and rejects when it isn't. */
export type Counter = {
  count(name: Counted, detail?: string): Promise<void>
  /** A page was looked at; by a null visitor when that one is not to be told from others. */
  countView(path: string, visitor: Visitor | null): Promise<void>
  /** Counts a page that was served; it is written within a second. A failure is a line in the log. */
  noteView(view: View): void
  /** Settles when all views noted so far are written, or lost. */
  flush(): Promise<void>
  /** Logs that something was not counted, once a minute at most. */
  complain(error: unknown): void
  /** Turns visitors of past days into mere numbers. May run at any time, any number of times. */
  endOfDay(): Promise<void>
  /** Writes what is still waiting; the database may be closed after that. */
  close(): Promise<void>
}

type Options = {
  db: Database
  now: () => Date
  timeZone: string
  log: Log
  /** The visitor's address behind the proxies that are trusted. */
  addressOf?: (peer: string, forwardedFor: string | null) => string
  /** Hears of each transaction: how many events were in it, and whether it was written. */
  written?: (events: number, isDone: boolean) => void
}

/** A database that takes nothing more would otherwise fill the log as well. */
const COMPLAINT_EVERY_MS = 60_000

/** While a day begins, views wait this long for its salt; later, they count without their visitors. */
const SALT_PATIENCE_MS = 400

/** After so many views the hashes of their visitors have taken about a millisecond. */
const SLICE = 100

export function createCounter({
  db,
  now,
  timeZone,
  log,
  addressOf = (peer) => peer,
  written = () => undefined,
}: Options): Counter {
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
  const complain = seldom(
    COMPLAINT_EVERY_MS,
    () => now().getTime(),
    (error: unknown) => log.error('counting fails', error),
  )
  const buffer = createViewBuffer(writeViews)

  async function writeViews(views: Map<View, number>): Promise<void> {
    const day = dayOf(now())
    const salt = await withinPatience(visitors.startDay(day))
    const commits: Promise<void>[] = []
    for (const [view, count] of views) {
      commits.push(recordNoted(day, salt, view, count).catch(complain))
      if (commits.length % SLICE === 0) await breathe()
    }
    await Promise.all(commits)
  }

  async function recordNoted(day: string, salt: Salt | null, view: View, count: number): Promise<void> {
    const sign = view.isPreparing ? 'prefetch' : agentSign(view.agent)
    if (sign) return recorder.record({ day, name: COUNTED.bot, detail: sign, count })
    const visitor = view.isAnonymous
      ? null
      : { address: addressOf(view.peer, view.forwardedFor), agent: view.agent }
    return recordView(day, salt, { path: view.path, visitor, count })
  }

  type Seen = { path: string; visitor: Visitor | null; count?: number }

  async function recordView(day: string, salt: Salt | null, { path, visitor, count = 1 }: Seen) {
    const hash = visitor && salt && (await visitors.identify(visitor, salt))
    try {
      await recorder.record({ day, name: COUNTED.pageView, detail: path, count, visitor: hash })
      if (hash) visitors.remember(day, hash)
    } finally {
      hash?.fill(0)
    }
  }

  return {
    count: async (name, detail = '') => {
      const day = dayOf(now())
      await visitors.startDay(day)
      await recorder.record({ day, name, detail })
    },
    countView: async (path, visitor) => {
      const day = dayOf(now())
      await recordView(day, await visitors.startDay(day), { path, visitor })
    },
    noteView: buffer.add,
    flush: buffer.flush,
    complain,
    endOfDay: () => visitors.closeDaysBefore(dayOf(now())),
    close: async () => {
      await buffer.flush()
      await recorder.close()
    },
  }
}

/** The value of a promise that is quick to settle; null for one that is slow or fails. */
async function withinPatience<Value>(promise: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>()
  const patience = setTimeout(late.resolve, SALT_PATIENCE_MS, null)
  try {
    return await Promise.race([promise.catch(() => null), late.promise])
  } finally {
    clearTimeout(patience)
  }
}
