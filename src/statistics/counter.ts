import { RATE_LIMITS } from '#domain/rate-limits.ts'
import { COUNTERS, type CounterName, OTHER_SOURCE } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { isUnavailable } from '#src/errors.ts'
import { createRateLimit, wideNetworkOf } from '#src/http/rate-limit.ts'
import { calendarDay } from '#src/lib/calendar-day.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { rejectOnAbort } from '#src/lib/reject-on-abort.ts'
import type { Log } from '#src/log.ts'
import { agentSignal } from './bots.ts'
import { type CountedEvent, createEventBuffer, eventsIn, type Group, type Recorded } from './event-buffer.ts'
import { createRecentVisitors } from './recent-visitors.ts'
import { createDistinctValues, type Source, sourceDetail } from './sources.ts'
import { addCounts } from './store.ts'
import { createVisitorHashes, type Salt, type Visitor } from './visitor-hashes.ts'

/** Promises resolve when the count is in the database or, during an outage, in memory; they reject when it is lost. */
export type Counter = ReturnType<typeof createCounter>

type View = {
  path: string
  /** The socket's address; null unless the visitor may be told apart. */
  peer: string | null
  /** The request's X-Forwarded-For header. */
  forwardedFor: string | null
  /** Null for a prefetch. */
  agent: string | null
  source?: Source | null
  campaign?: string | null
}

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

/** Views that wait for it, at up to a kilobyte each; others are counted without a visitor. */
const WAITING_MAX = 10_000

/** Real user agents have up to 300 characters. */
const AGENT_LENGTH_MAX = 512

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
  const buffer = createEventBuffer(write, onLost)
  const recent = createRecentVisitors(now)
  const visitorHashes = createVisitorHashes(db, buffer.flush, recent)
  const sites = createDistinctValues(SITES_MAX, OTHER_SITE)
  const campaigns = createDistinctValues(CAMPAIGNS_MAX, OTHER_SOURCE)
  const failures = createRateLimit(RATE_LIMITS.loggedCountFailures, { now: () => now().getTime() })
  const logFailure = (error: unknown) => {
    if (failures.tryTake('') === 0) log.error('failed to count an event', error)
  }
  let deciding: { day: string; salt: Promise<Salt | null>; views: number } | null = null

  async function write({ number, counts, visitors }: Group): Promise<void> {
    try {
      await addCounts(db, counts, visitors, { instance, number, day: dayOf(now()) })
    } catch (error) {
      const isBuffered = isUnavailable(error)
      if (!isBuffered) visitorHashes.forgetVisitors()
      logFailure(error)
      onWritten(isBuffered ? 0 : eventsIn(counts), false)
      throw error
    }
    onWritten(eventsIn(counts), true)
  }

  function bufferView({ path, peer, forwardedFor, agent: sent, source, campaign }: View): void {
    const day = dayOf(now())
    const agent = sent && sent.length > AGENT_LENGTH_MAX ? copyText(sent.slice(0, AGENT_LENGTH_MAX)) : sent
    const signal = agent === null ? 'prefetch' : agentSignal(agent)
    const visitor =
      peer === null || agent === null || signal ? null : { address: addressOf(peer, forwardedFor), agent }
    if (signal) buffer.add({ day, name: COUNTERS.bot, detail: signal })
    else addView(day, path, visitor)
    if (!visitor) return
    for (const event of originsOf(day, source, campaign, visitor.address)) buffer.add(event)
  }

  function addView(day: string, path: string, visitor: Visitor | null): void {
    const salt = visitorHashes.saltOf(day)
    const decision = visitor && !salt ? decideSalt(day) : null
    if (decision && decision.views < WAITING_MAX) {
      decision.views += 1
      void decision.salt.then((salt) => buffer.add(viewOf(day, path, visitor, salt)))
    } else buffer.add(viewOf(day, path, visitor, salt))
  }

  /** Null after SALT_TIMEOUT_MS, so that no address is kept for longer. */
  function decideSalt(day: string) {
    if (deciding?.day === day) return deciding
    const late = AbortSignal.timeout(SALT_TIMEOUT_MS)
    const begun = {
      day,
      views: 0,
      salt: rejectOnAbort(visitorHashes.startDay(day), late)
        .catch(() => null)
        .finally(() => {
          if (deciding === begun) deciding = null
        }),
    }
    deciding = begun
    return begun
  }

  const viewOf = (day: string, path: string, visitor: Visitor | null, salt: Salt | null): CountedEvent => ({
    ...{ day, name: COUNTERS.pageView, detail: path },
    visitor: visitor && salt && visitorHashes.identify(visitor, salt),
  })

  function originsOf(day: string, source: View['source'], campaign: View['campaign'], address: string) {
    const counted = (name: CounterName, values: { value: string; count: number }[]): CountedEvent[] =>
      values.map(({ value: detail, count }) => ({ day, name, detail, count }))
    const isSite = source?.group === 'site'
    const network = isSite || campaign ? wideNetworkOf(address) : ''
    const origin = source ? { value: sourceDetail(source), count: 1 } : null
    const sources = origin && isSite ? sites(day, origin, network) : origin ? [origin] : []
    const named = campaign ? campaigns(day, { value: campaign, count: 1 }, network) : []
    return [...counted(COUNTERS.source, sources), ...counted(COUNTERS.campaign, named)]
  }

  async function flush(): Promise<void> {
    await deciding?.salt
    await buffer.flush()
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
      return buffer.record({ day, name, detail })
    },
    /** With a null `visitor`, only the view is counted. */
    countView: async (path: string, visitor: Visitor | null): Promise<Recorded> => {
      const day = dayOf(now())
      return buffer.record(viewOf(day, path, visitor, await startDay(day)))
    },
    /** Written within a second; failures are logged. */
    bufferView,
    flush,
    waiting: buffer.waiting,
    activeVisitors: recent.count,
    logFailure,
    /** Replaces past days' visitor hashes with a count. Idempotent. */
    closePastDays: () => visitorHashes.eraseDaysBefore(dayOf(now())),
    close: async () => {
      await flush()
      await buffer.close()
      const events = buffer.waiting()
      if (events > 0) log.warn('counted events lost: the database was unavailable at shutdown', { events })
    },
  }
}
