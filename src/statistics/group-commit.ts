import type { CounterName } from '#domain/statistics.ts'
import { isUnavailable, unavailable } from '#src/errors.ts'
import type { DailyCount, DailyVisitor } from './store.ts'

/** `count` defaults to 1. `visitor` is the hash to record, if any. */
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

/**
 * Sums the events that arrive in one turn of the event loop or during a commit, and writes them together, in as few
 * transactions as possible, without a timer. During an outage, the unwritten group keeps its number; it and later events
 * are retried with the next event, and every second.
 */
export function createGroupCommit(write: (group: Group) => Promise<void>) {
  const buffer = createBuffer()
  /** In order. The first may have been written already if its response was lost. */
  let numbered: Group[] = []
  let last = 0
  let nextOutcome = newOutcome()
  let draining: Promise<void> | null = null
  let retry: Timer | null = null
  let isClosed = false

  async function drain(): Promise<void> {
    if (retry) clearTimeout(retry)
    retry = null
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
    if (numbered.length > 0 || !buffer.isEmpty()) {
      nextOutcome.isAwaited = true
      draining ??= drain()
    }
    return draining ?? Promise.resolve()
  }

  /**
   * Waits for `flush` or `record`. Rejects if the event is lost: with the commit's error, or AppError unavailable when the
   * buffer is full.
   */
  function add(event: CountedEvent): Promise<Recorded> {
    if (isClosed) return Promise.reject(new Error('the group commit is closed'))
    return buffer.add(event) ? nextOutcome.promise : Promise.reject(full())
  }

  return {
    add,
    /** Also begins the commit. */
    record: (event: CountedEvent): Promise<Recorded> => {
      const recorded = add(event)
      if (!isClosed) void flush()
      return recorded
    },
    flush,
    waiting: () => numbered.reduce((sum, { counts }) => sum + eventsIn(counts), eventsIn(buffer.counts())),
    close: async () => {
      isClosed = true
      await flush()
      if (retry) clearTimeout(retry)
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

function createBuffer() {
  const counts = new Map<string, DailyCount>()
  const visitors: DailyVisitor[] = []
  return {
    isEmpty: () => counts.size === 0,
    counts: () => counts.values(),
    /** Returns whether there was room. Without room for its hash, a visitor isn't counted. */
    add: ({ day, name, detail, count = 1, visitor }: CountedEvent): boolean => {
      const key = JSON.stringify([day, name, detail])
      const entry = counts.get(key)
      if (!entry && counts.size >= BUFFER_MAX.counts) return false
      if (entry) entry.count += count
      else counts.set(key, { day, name, detail, count })
      // The caller erases its own copy.
      if (visitor && visitors.length < BUFFER_MAX.visitors)
        visitors.push({ day, hash: new Uint8Array(visitor) })
      return true
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
