import { RATE_LIMITS } from '#domain/rate-limits.ts'
import { COUNTERS, type CounterName, OTHER_SOURCE } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { isUnavailable } from '#src/errors.ts'
import { createRateLimit, wideNetworkOf } from '#src/http/rate-limit.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { rejectOnAbort } from '#src/lib/reject-on-abort.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Log } from '#src/log.ts'
import { agentSignal } from './bots.ts'
import { createGroupCommit, eventsIn, type Recorded } from './group-commit.ts'
import { createRecentVisitors } from './recent-visitors.ts'
import { createDistinctValues, sourceDetail } from './sources.ts'
import { addCounts } from './store.ts'
import { type BufferedView, createViewBuffer } from './view-buffer.ts'
import { createVisitorHashes, type Salt, type Visitor } from './visitor-hashes.ts'

/** Promises resolve when the count is in the database or, during an outage, in memory; they reject when it is lost. */
export type Counter = ReturnType<typeof createCounter>

type Options = {
  db: Database
  now: () => Date
  timeZone: string
  log: Log
  /** The client's address behind trusted proxies. */
  addressOf?: (peer: string, forwardedFor: string | null) => string
  onWritten?: (events: number, succeeded: boolean) => void
  onLost?: (events: number) => void
}

/** Views wait this long for the day's salt; then they are counted without a visitor. */
const SALT_TIMEOUT_MS = 400

/** Hashing this many visitors takes about a millisecond. */
const VISITORS_PER_TURN = 100

/** The counts of this many views fit into the buffer of the commit. */
const VIEWS_PER_COMMIT = 2_000

/** Different ones per day. */
const SITES_MAX = 300
const CAMPAIGNS_MAX = 50

const OTHER_SITE = sourceDetail({ group: 'site', name: OTHER_SOURCE })

export function createCounter({
  db,
  now,
  timeZone,
  log,
  addressOf = (peer) => peer,
  onWritten = () => undefined,
  onLost = () => undefined,
}: Options) {
  const dayOf = calendarDay(timeZone)
  const instance = crypto.randomUUID()
  const groupCommit = createGroupCommit(async ({ number, counts, visitors }) => {
    try {
      await addCounts(db, counts, visitors, { instance, number, day: dayOf(now()) })
    } catch (error) {
      const isBuffered = isUnavailable(error)
      if (isBuffered) logFailure(error)
      onWritten(isBuffered ? 0 : eventsIn(counts), false)
      throw error
    }
    onWritten(eventsIn(counts), true)
  })
  const recent = createRecentVisitors(now)
  const visitorHashes = createVisitorHashes(db, groupCommit.flush, recent)
  const sites = createDistinctValues(SITES_MAX, OTHER_SITE)
  const campaigns = createDistinctValues(CAMPAIGNS_MAX, OTHER_SOURCE)
  const failures = createRateLimit(RATE_LIMITS.loggedCountFailures, { now: () => now().getTime() })
  const logFailure = (error: unknown) => {
    if (failures.tryTake('') === 0) log.error('failed to count an event', error)
  }
  const buffer = createViewBuffer({ addressOf, write: writeViews, onLost })

  async function writeViews(views: readonly BufferedView[]): Promise<void> {
    const day = dayOf(now())
    const late = AbortSignal.timeout(SALT_TIMEOUT_MS)
    const salt = await rejectOnAbort(visitorHashes.startDay(day), late).catch(() => null)
    // Most views share a commit's promise.
    const commits = new Set<Promise<Recorded>>()
    for (const [index, view] of views.entries()) {
      if (index > 0 && index % VISITORS_PER_TURN === 0) await yieldToEventLoop()
      if (index % VIEWS_PER_COMMIT === VIEWS_PER_COMMIT - 1) void groupCommit.flush()
      for (const commit of recordBuffered(day, salt, view)) {
        if (!commits.has(commit)) commit.catch(logFailure)
        commits.add(commit)
      }
    }
    await groupCommit.flush()
    await Promise.allSettled(commits)
  }

  /** The commit begins with `flush`. */
  function recordBuffered(day: string, salt: Salt | null, view: BufferedView): Promise<Recorded>[] {
    const { path, address, agent, count } = view
    const signal = agent === null ? 'prefetch' : agentSignal(agent)
    if (signal) return [groupCommit.add({ day, name: COUNTERS.bot, detail: signal, count })]
    const visitor = address === null || agent === null ? null : { address: addressOf(address, null), agent }
    const recorded = [recordView(day, salt, { path, visitor, count, record: groupCommit.add })]
    return visitor === null ? recorded : [...recorded, ...recordOrigin(day, view, visitor.address)]
  }

  function recordOrigin(day: string, { source, campaign, count }: BufferedView, address: string) {
    const record = (name: CounterName, counted: { value: string; count: number }[]) =>
      counted.map(({ value: detail, count }) => groupCommit.add({ day, name, detail, count }))
    const origin = source ? [{ value: sourceDetail(source), count }] : []
    const isBounded = source?.group === 'site' || campaign
    const network = isBounded ? wideNetworkOf(address) : ''
    const bounded = origin.flatMap((one) => (source?.group === 'site' ? sites(day, one, network) : one))
    const named = campaign ? campaigns(day, { value: campaign, count }, network) : []
    return [...record(COUNTERS.source, bounded), ...record(COUNTERS.campaign, named)]
  }

  type CountedView = {
    path: string
    visitor: Visitor | null
    count?: number
    record?: typeof groupCommit.record
  }

  function recordView(
    day: string,
    salt: Salt | null,
    { path, visitor, count = 1, record = groupCommit.record }: CountedView,
  ) {
    const hash = visitor && salt && visitorHashes.identify(visitor, salt)
    const event = { day, name: COUNTERS.pageView, detail: path, count, visitor: hash }
    const recorded = record(event)
    return hash ? rememberWritten(recorded, day, hash) : recorded
  }

  /** Erases the hash, too. */
  async function rememberWritten(written: Promise<Recorded>, day: string, hash: Uint8Array) {
    try {
      const recorded = await written
      visitorHashes.remember(day, hash)
      return recorded
    } finally {
      hash.fill(0)
    }
  }

  /** Null while the database is down or if the day is closed: events are counted, visitors aren't. */
  async function startDay(day: string): Promise<Salt | null> {
    try {
      return await visitorHashes.startDay(day)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return null
    }
  }

  return {
    count: async (name: CounterName, detail = ''): Promise<Recorded> => {
      const day = dayOf(now())
      await startDay(day)
      return groupCommit.record({ day, name, detail })
    },
    /** With a null `visitor`, only the view is counted. */
    countView: async (path: string, visitor: Visitor | null): Promise<Recorded> => {
      const day = dayOf(now())
      return recordView(day, await startDay(day), { path, visitor })
    },
    /** Written within a second; failures are logged. */
    bufferView: buffer.add,
    flush: async () => {
      await buffer.flush()
      await groupCommit.flush()
    },
    waiting: groupCommit.waiting,
    activeVisitors: recent.count,
    logFailure,
    /** Replaces past days' visitor hashes with a count. Idempotent. */
    closePastDays: () => visitorHashes.eraseDaysBefore(dayOf(now())),
    close: async () => {
      await buffer.flush()
      await groupCommit.close()
      const events = groupCommit.waiting()
      if (events > 0) log.warn('counted events lost: the database was unavailable at shutdown', { events })
    },
  }
}
