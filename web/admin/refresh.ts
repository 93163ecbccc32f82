import { hashKey, type QueryClient } from '@tanstack/react-query'

/** Changes closer together than this form one burst. */
export const QUIET_MS = 250
/** A longer burst refetches at this interval. */
export const DELAY_MAX_MS = 1_000

type Burst = { until: number; timer: ReturnType<typeof setTimeout>; next: PromiseWithResolvers<void> | null }

/**
 * Invalidates a query after a change: the first change of a burst at once, the others together when it settles.
 * Otherwise, working through a list by keyboard makes two calls per key and exceeds the API's rate limit.
 * Resolves when a fetch that started after the change has ended.
 */
export function createRefresh(client: Pick<QueryClient, 'invalidateQueries'>) {
  const bursts = new Map<string, Burst>()

  return function refresh(queryKey: readonly unknown[]): Promise<void> {
    const id = hashKey(queryKey)
    const end = () => {
      const next = bursts.get(id)?.next
      bursts.delete(id)
      next?.resolve(refresh(queryKey))
    }
    const burst = bursts.get(id)
    if (!burst) {
      bursts.set(id, { until: Date.now() + DELAY_MAX_MS, timer: setTimeout(end, QUIET_MS), next: null })
      return client.invalidateQueries({ queryKey })
    }
    clearTimeout(burst.timer)
    burst.timer = setTimeout(end, Math.min(QUIET_MS, burst.until - Date.now()))
    burst.next ??= Promise.withResolvers()
    return burst.next.promise
  }
}
