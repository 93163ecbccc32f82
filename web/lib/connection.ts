/** Calls `listener` when the network goes or comes; returns the way to stop. */
export function watchConnection(listener: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

export const isConnected = () => navigator.onLine

/** The server can't know. */
export const isAssumedConnected = () => true
