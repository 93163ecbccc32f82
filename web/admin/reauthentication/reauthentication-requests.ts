type Resolve = (isConfirmed: boolean) => void

let waiting: Resolve[] = []
const listeners = new Set<() => void>()

/** Resolves to whether proof was given. Concurrent callers share one dialog. */
export function requestReauthentication(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    notifyListeners()
  })
}

export function finishReauthentication(isConfirmed: boolean): void {
  const resolvers = waiting
  waiting = []
  notifyListeners()
  for (const resolve of resolvers) resolve(isConfirmed)
}

export const isReauthenticationPending = (): boolean => waiting.length > 0

export function subscribeToReauthentication(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
