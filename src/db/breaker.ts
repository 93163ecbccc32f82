import { databaseDown } from './outage.ts'

/** Ticks, because time during which the event loop was blocked must not count. */
const TICK_MS = 50
const PROBE_TICKS = 4
const OPEN_TICKS = 9
const RETRY_TICKS = 20

export type Breaker = {
  /** Throws AppError unavailable while open, and when it opens: a pending write may or may not have happened. */
  guard<Result>(work: () => Promise<Result>): Promise<Result>
  signal(): AbortSignal
  recordResponse(): void
  isOpen(): boolean
  stop(): void
}

export type StartTicks = (tick: () => void) => () => void

type Options = {
  probe: () => Promise<unknown>
  startTicks?: StartTicks | undefined
}

/** Opens after 450 ms of silence, closes when a probe succeeds. Slow statements don't open it. */
export function createBreaker({ probe, startTicks = startInterval }: Options): Breaker {
  const waiting = new Set<(error: Error) => void>()
  let stopTicks: (() => void) | null = null
  let cut = new AbortController()
  let silent = 0
  let openFor: number | null = null

  function recordResponse(): void {
    silent = 0
    openFor = null
  }

  function tick(): void {
    if (openFor !== null) {
      openFor += 1
      if (openFor % RETRY_TICKS === 0) runProbe()
      return
    }
    silent += 1
    if (waiting.size === 0) pause()
    else if (silent === PROBE_TICKS) runProbe()
    else if (silent >= OPEN_TICKS) open()
  }

  function open(): void {
    openFor = 0
    const error = unresponsive()
    for (const reject of waiting) reject(error)
    cut.abort(error)
    cut = new AbortController()
  }

  const runProbe = () => void probe().then(recordResponse, () => undefined)

  function pause(): void {
    stopTicks?.()
    stopTicks = null
  }

  return {
    guard: async (work) => {
      if (openFor !== null) throw unresponsive()
      if (waiting.size === 0) silent = 0
      stopTicks ??= startTicks(tick)
      const { promise: opened, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      try {
        const result = await Promise.race([work(), opened])
        recordResponse()
        return result
      } finally {
        waiting.delete(reject)
      }
    },
    signal: () => {
      if (openFor !== null) throw unresponsive()
      return cut.signal
    },
    recordResponse,
    isOpen: () => openFor !== null,
    stop: pause,
  }
}

const unresponsive = () => databaseDown(new Error("the database server hasn't responded for 450 ms"))

function startInterval(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
}
