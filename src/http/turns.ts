/** As many as connections from which the event loop reads in one turn. */
const PER_TURN = 1_024

/**
 * Bounds the requests that one turn of the event loop handles: pipelined ones all arrive in the same turn. Bun closes a
 * connection whose next request has already arrived when one must wait; any other connection isn't affected.
 */
export function createTurns() {
  const waiting: (() => void)[] = []
  let taken = 0

  function endTurn() {
    const next = waiting.splice(0, PER_TURN / 2)
    taken = next.length
    if (taken === PER_TURN / 2) setImmediate(endTurn)
    for (const begin of next) begin()
  }

  return {
    /** Counts a request. Null if this turn has time for it, else resolves in a later turn. */
    take: (): Promise<void> | null => {
      taken += 1
      // Counting turns only from here on costs less than a timer in each.
      if (taken === PER_TURN / 2) setImmediate(endTurn)
      return taken <= PER_TURN ? null : new Promise((resolve) => waiting.push(resolve))
    },
  }
}
