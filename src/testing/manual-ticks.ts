import type { StartTicks } from '#src/db/breaker.ts'

/** Ticks of a circuit breaker under a test's control. */
export function manualTicks() {
  let next: (() => void) | null = null
  const startTicks: StartTicks = (tick) => {
    next = tick
    return () => {
      next = null
    }
  }
  return { startTicks, tick: () => next?.(), isTicking: () => next !== null }
}
