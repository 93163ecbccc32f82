export function watchConnection(listener: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

export const isConnected = () => navigator.onLine

export const isAssumedConnected = () => true
