import type { CounterName } from '#domain/statistics.ts'
import { isUnavailable, unavailable } from '#src/errors.ts'
import type { DailyCount, DailyVisitor } from './store.ts'

/** `count` defaults to 1. `visitor` is the hash to record, if any; it is erased. */
export type CountedEvent = {
  day: string
  name: CounterName
  detail: string
  count?: number
  visitor?: Uint8Array | null
}

export type Recorded = 'written' | 'buffered'

/** One transaction; `number` counts from 1. */
export type Group = { number: number; counts: DailyCount[]; visitors: DailyVisitor[] }

/** Bounds memory to a few megabytes. */
const BUFFER_MAX = { counts: 10_000, visitors: 20_000 }
/** Per transaction, which is one request to a database server. */
const TRANSACTION_MAX = { counts: 1_000, visitors: 500 }

const RETRY_MS = 1_000

/** Page views must be written within a second; this leaves half of it for writing. */
const SOON_MS = 500
/** Written early, so that a turn of the event loop rarely finds the buffer full. */
const EARLY_FROM = 5_000

/**
 * Sums events and writes them together, in as few transactions as possible: those that are awaited with all that arrived in
 * the same turn of the event loop or during a commit, others within a second. During an outage, the unwritten group keeps
 * its number; it and later events are retried with the next event, and every second.
 */
export function createEventBuffer(
  write: (group: Group) => Promise<void>,
  onLost: (events: number) => void = () => undefined,
) {
  const buffer = createCounts()
  /** In order. The first may have been written already if its response was lost. */
  let numbered: Group[] = []
  let last = 0
  let nextOutcome = newOutcome()
  let draining: Promise<void> | null = null
  let retry: Timer | null = null
  let soon: Timer | null = null
  let isClosed = false

  async function drain(): Promise<void> {
    for (const timer of [retry, soon]) if (timer) clearTimeout(timer)
    retry = soon = null
    do {
      await nextTurn()
      const { resolve, reject } = nextOutcome
      nextOutcome = newOutcome()
      await writeAll().then(resolve, reject)
    } while (nextOutcome.isAwaited)
    draining = null
  }

  async function writeAll(): Promise<Recorded> {
    try {
      await writeNumbered()
      const taken = buffer.take()
      numbered = taken.map((group) => Object.assign(group, { number: ++last }))
      const permanentError = await writeNumbered()
      if (permanentError !== null) throw permanentError
      return 'written'
    } catch (error) {
      if (!isUnavailable(error)) throw error
      retry ??= setTimeout(flush, RETRY_MS).unref()
      return 'buffered'
    }
  }

  /** Returns the last permanent error; retrying would fail again. */
  async function writeNumbered(): Promise<unknown> {
    let permanentError: unknown = null
    for (let group = numbered[0]; group; group = numbered[0]) {
      try {
        await write(group)
      } catch (error) {
        if (isUnavailable(error)) throw error
        permanentError = error
      }
      numbered.shift()
      for (const { hash } of group.visitors) hash.fill(0)
    }
    return permanentError
  }

  function flush(): Promise<void> {
    if (numbered.length > 0 || buffer.size() > 0) {
      nextOutcome.isAwaited = true
      draining ??= drain()
    }
    return draining ?? Promise.resolve()
  }

  return {
    /** Writes it within a second, without a promise. */
    add: (event: CountedEvent): void => {
      if (isClosed || !buffer.add(event)) onLost(event.count ?? 1)
      soon ??= setTimeout(flush, SOON_MS).unref()
      if (buffer.size() >= EARLY_FROM) void flush()
    },
    /**
     * Begins the commit at the end of this turn. Rejects if the event is lost: with the commit's error, or AppError
     * unavailable when the buffer is full.
     */
    record: (event: CountedEvent): Promise<Recorded> => {
      if (isClosed) return Promise.reject(new Error('the event buffer is closed'))
      if (!buffer.add(event)) return Promise.reject(full())
      const { promise } = nextOutcome
      void flush()
      return promise
    },
    flush,
    waiting: () => numbered.reduce((sum, { counts }) => sum + eventsIn(counts), eventsIn(buffer.counts())),
    close: async () => {
      isClosed = true
      await flush()
      for (const timer of [retry, soon]) if (timer) clearTimeout(timer)
    },
  }
}

export const eventsIn = (counts: Iterable<DailyCount>): number => {
  let events = 0
  for (const { count } of counts) events += count
  return events
}

const full = () => unavailable('Too many events are waiting to be counted', { 'retry-after': '5' })

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

function newOutcome() {
  const outcome = Object.assign(Promise.withResolvers<Recorded>(), { isAwaited: false })
  outcome.promise.catch(() => undefined)
  return outcome
}

function createCounts() {
  const counts = new Map<string, DailyCount>()
  const visitors: DailyVisitor[] = []
  return {
    size: () => counts.size,
    counts: () => counts.values(),
    /** Returns whether there was room. Without room for its hash, a visitor isn't counted. */
    add: ({ day, name, detail, count = 1, visitor }: CountedEvent): boolean => {
      const key = JSON.stringify([day, name, detail])
      const entry = counts.get(key)
      const hasRoom = entry !== undefined || counts.size < BUFFER_MAX.counts
      if (entry) entry.count += count
      else if (hasRoom) counts.set(key, { day, name, detail, count })
      if (visitor && hasRoom && visitors.length < BUFFER_MAX.visitors)
        visitors.push({ day, hash: new Uint8Array(visitor) })
      visitor?.fill(0)
      return hasRoom
    },
    take: () => {
      const rows = [...counts.values()]
      const parts: Omit<Group, 'number'>[] = []
      counts.clear()
      while (rows.length > 0 || visitors.length > 0) {
        parts.push({
          counts: rows.splice(0, TRANSACTION_MAX.counts),
          visitors: visitors.splice(0, TRANSACTION_MAX.visitors),
        })
      }
      return parts
    },
  }
}
