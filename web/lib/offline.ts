import { whenLoaded } from './when-loaded.ts'

/**
 * Keeps what the generator and the checker need on this device, for visits without a network. Where the browser has no
 * service workers, or refuses them as private windows may, the site works as long as the network does.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenLoaded(() => {
    navigator.serviceWorker.register('/sw.js').catch(ignoreRefusal)
  })
}

function ignoreRefusal(error: unknown): undefined {
  if (error instanceof TypeError || error instanceof DOMException) return undefined
  throw error
}
