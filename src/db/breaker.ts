import { databaseDown } from './outage.ts'

/** Time is counted in ticks that the event loop had: one that was busy for a second has not waited for a second. */
export const TICK_MS = 50
/** A call that has no answer by then may just be slow: the server is asked whether it answers at all. */
const ASK_TICKS = 4
/** So that a request is refused within half a second. */
const OPEN_TICKS = 9
const RETRY_TICKS = 20

export type Breaker = {
  /** Throws AppError unavailable at once while open, and as soon as it opens; whether a write was done is unknown then. */
  guard<Result>(work: () => Promise<Result>): Promise<Result>
  /** Aborts when the breaker opens. Throws AppError unavailable while it is open: nothing is sent then. */
  signal(): AbortSignal
  /** The server has answered something. */
  heard(): void
  isOpen(): boolean
  stop(): void
}

type Options = {
  /** Asks the server for a sign of life. Must settle within a second, and answers on a connection of its own. */
  ask: () => Promise<unknown>
  /** Calls `tick` every TICK_MS until the function it answers is called. */
  startTicks?: (tick: () => void) => () => void
}

/**
 * Opens when a server has been silent for 450 ms, and closes when it answers again, which it is asked every
 * second. Slow statements of a server that answers others don't open it.
 */
export function createBreaker({ ask, startTicks = startInterval }: Options): Breaker {
  const waiting = new Set<(error: Error) => void>()
  let stopTicks: (() => void) | null = null
  let cut = new AbortController()
  let silent = 0
  let openFor: number | null = null

  function heard(): void {
    silent = 0
    openFor = null
  }

  function tick(): void {
    if (openFor !== null) {
      openFor += 1
      if (openFor % RETRY_TICKS === 0) probe()
      return
    }
    silent += 1
    if (waiting.size === 0) pause()
    else if (silent === ASK_TICKS) probe()
    else if (silent >= OPEN_TICKS) open()
  }

  function open(): void {
    openFor = 0
    const error = noAnswer()
    for (const reject of waiting) reject(error)
    cut.abort(error)
    cut = new AbortController()
  }

  /** A failure is no sign of life: the ticks go on. */
  const probe = () => void ask().then(heard, () => undefined)

  function pause(): void {
    stopTicks?.()
    stopTicks = null
  }

  return {
    guard: async (work) => {
      if (openFor !== null) throw noAnswer()
      if (waiting.size === 0) silent = 0
      stopTicks ??= startTicks(tick)
      const { promise: opened, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      try {
        const result = await Promise.race([work(), opened])
        heard()
        return result
      } finally {
        waiting.delete(reject)
      }
    },
    signal: () => {
      if (openFor !== null) throw noAnswer()
      return cut.signal
    },
    heard,
    isOpen: () => openFor !== null,
    stop: pause,
  }
}

const noAnswer = () => databaseDown(new Error('the database server has been silent for 450 ms'))

function startInterval(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
}
