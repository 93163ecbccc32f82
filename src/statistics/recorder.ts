import type { Counted } from '#domain/statistics.ts'
import type { DailyCount, DailyVisitor } from './store.ts'

/** Something that happened `count` times, once unless given. `visitor` is the hash of who looked at a page, if it is to be noted. */
export type Occurrence = {
  day: string
  name: Counted
  detail: string
  count?: number
  visitor?: Uint8Array | null
}

export type Recorder = {
  /** Settles when the occurrence is in the database; rejects when its commit failed. */
  record(occurrence: Occurrence): Promise<void>
  /** Settles when nothing is waiting to be written any more, whether it was written or failed. */
  flush(): Promise<void>
  /** Flushes, and takes nothing after that. */
  close(): Promise<void>
}

/** What is written in one transaction. */
export type Group = { counts: DailyCount[]; visitors: DailyVisitor[] }

/**
 * Group commit: what is recorded in one turn of the event loop, or while a commit runs, is added up in memory and
 * written in the next one. A commit costs the same for one occurrence as for hundreds, and nobody waits on a timer.
 */
export function createRecorder(write: (group: Group) => Promise<void>): Recorder {
  let gathering = newGathering()
  let draining: Promise<void> | null = null
  let isClosed = false

  async function drain(): Promise<void> {
    do {
      await nextTurn()
      const gathered = gathering
      gathering = newGathering()
      await write(gathered.group()).then(gathered.resolve, gathered.reject)
    } while (!gathering.isEmpty())
    draining = null
  }
  const flush = () => draining ?? Promise.resolve()

  return {
    record: (occurrence) => {
      if (isClosed) return Promise.reject(new Error('the recorder is closed'))
      gathering.add(occurrence)
      draining ??= drain()
      return gathering.committed
    },
    flush,
    close: () => {
      isClosed = true
      return flush()
    },
  }
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

function newGathering() {
  const counts = new Map<string, DailyCount>()
  const visitors: DailyVisitor[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return {
    committed: promise,
    resolve,
    reject,
    isEmpty: () => counts.size === 0,
    group: (): Group => ({ counts: [...counts.values()], visitors }),
    add: ({ day, name, detail, count = 1, visitor }: Occurrence) => {
      const key = `${day} ${name} ${detail}`
      const known = counts.get(key)
      if (known) known.count += count
      else counts.set(key, { day, name, detail, count })
      if (visitor) visitors.push({ day, hash: visitor })
    },
  }
}
