import type { Key } from './types.ts'

/** Keys of the selected rows, and of the row where a range starts. */
export type Selection = { keys: ReadonlySet<Key>; anchor: Key | null }

export const NO_SELECTION: Selection = { keys: new Set(), anchor: null }

export function toggleKey({ keys }: Selection, key: Key): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/** Selects all rows from the anchor to `key`, in list order; without an anchor, only `key`. */
export function extendTo({ keys, anchor }: Selection, key: Key, order: readonly Key[]): Selection {
  const start = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(key)
  if (start < 0) return { keys: new Set([...keys, key]), anchor: key }
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { keys: new Set([...keys, ...range]), anchor }
}

/** Selects all rows, or none if all are selected. */
export function toggleAll({ keys }: Selection, order: readonly Key[]): Selection {
  return order.every((key) => keys.has(key)) ? NO_SELECTION : { keys: new Set(order), anchor: null }
}
