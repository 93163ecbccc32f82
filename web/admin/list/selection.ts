import type { Key } from './types.ts'

/** Selected rows by key, and the one that a range begins at. */
export type Selection = { keys: ReadonlySet<Key>; anchor: Key | null }

export const NO_SELECTION: Selection = { keys: new Set(), anchor: null }

export function toggleKey({ keys }: Selection, key: Key): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/** Selects all between the anchor and `key`, in the order of the list; without an anchor that one alone. */
export function extendTo({ keys, anchor }: Selection, key: Key, order: readonly Key[]): Selection {
  const start = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(key)
  if (start < 0) return { keys: new Set([...keys, key]), anchor: key }
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { keys: new Set([...keys, ...range]), anchor }
}

/** Selects all, or nothing where all are selected. */
export function toggleAll({ keys }: Selection, order: readonly Key[]): Selection {
  return order.every((key) => keys.has(key)) ? NO_SELECTION : { keys: new Set(order), anchor: null }
}
