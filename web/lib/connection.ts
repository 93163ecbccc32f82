/** Online, the page works without a connection once the service worker has kept its files. */
export type Connection = 'online' | 'kept' | 'offline'

let isKept = false

export function watchConnection(listener: () => void): () => void {
  const watched = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, listener, { signal: watched.signal })
  if (!isKept && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.ready.then(() => {
      isKept = true
      if (!watched.signal.aborted) listener()
    })
  }
  return () => watched.abort()
}

export const readConnection = (): Connection => (navigator.onLine ? (isKept ? 'kept' : 'online') : 'offline')

export const assumedConnection = (): Connection => 'online'
