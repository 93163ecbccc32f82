import { whenLoaded } from './scheduling.ts'

/** Caches generator and checker, unless the browser blocks service workers, as in private windows. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenLoaded(() => {
    navigator.serviceWorker.register('/sw.js').catch(ignoreBlocked)
  })
}

function ignoreBlocked(error: unknown): undefined {
  if (error instanceof TypeError || error instanceof DOMException) return undefined
  throw error
}
