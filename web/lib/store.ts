/** A value that is followed with React or without. */
export type Store<T> = {
  read: () => T
  set: (next: T) => void
  /** Calls `listener` after each change; returns the way to stop. */
  subscribe: (listener: () => void) => () => void
}

type Operation = () => void

let held: Operation[] | null = null

/** Lets no store change until `releaseStores`: React hydrates in slices, and the document must match to the last. */
export function holdStores(): void {
  held ??= []
}

/** Does in its order what had to wait. */
export function releaseStores(): void {
  const operations = held ?? []
  held = null
  for (const operation of operations) operation()
}

/** Runs what changes stores: at once, or when they are released. */
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
