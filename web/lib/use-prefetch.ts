import { useEffect } from 'react'
import { PREFETCH_DELAY_MS } from './scheduling.ts'

/** Calls `load` once the page has everything it needs first. A failed load is ignored: the first use retries. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [load])
}
