const WINDOW_MS = 5 * 60_000
/** A few megabytes. */
const VISITORS_MAX = 100_000

/**
 * How many visitors this instance saw in the last five minutes, in memory only. Keeps a number derived from the day's hash
 * and a random seed, which is deleted when it is too old.
 */
export function createRecentVisitors(now: () => Date) {
  const seed = BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
  /** Oldest first. */
  const seen = new Map<bigint, number>()
  let timer: Timer | null = null

  function deleteOld(): void {
    const latest = now().getTime()
    for (const [visitor, at] of seen) {
      if (at > latest - WINDOW_MS && at <= latest) break
      seen.delete(visitor)
    }
  }

  function onTime(): void {
    timer = null
    deleteOld()
    watch()
  }

  function watch(): void {
    if (seen.size > 0) timer ??= setTimeout(onTime, WINDOW_MS).unref()
  }

  return {
    add: (hash: Uint8Array): void => {
      const visitor = Bun.hash.wyhash(hash, seed)
      seen.delete(visitor)
      if (seen.size < VISITORS_MAX) seen.set(visitor, now().getTime())
      watch()
    },
    count: (): number => {
      deleteOld()
      return seen.size
    },
    clear: (): void => {
      if (timer) clearTimeout(timer)
      timer = null
      seen.clear()
    },
  }
}
