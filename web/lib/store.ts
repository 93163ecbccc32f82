export type Store<T> = {
  read: () => T
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
}

type Operation = () => void

let held: Operation[] | null = null

/** Defers changes until releaseStores, because the document must not change while React hydrates it. */
export function holdStores(): void {
  held ??= []
}

export function releaseStores(): void {
  const operations = held ?? []
  held = null
  for (const operation of operations) operation()
}

/** Runs now, or in releaseStores. */
export function whenReleased(operation: Operation): void {
  if (held) held.push(operation)
  else operation()
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  const apply = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => value,
    set: (next) => whenReleased(() => apply(next)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
