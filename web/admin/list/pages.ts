import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'
import type { Key } from './types.ts'

export type Page<Row> = {
  rows: Row[]
  total: number
  /** The cursor of the next page; null on the last. */
  next: string | null
  /** Which answer of the server it is, and how often its rows were changed since. */
  answer: symbol
  changes: number
}

export type Pages<Row> = InfiniteData<Page<Row>>

export const hasPages = (data: unknown): data is Pages<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Puts changed rows where they were, and leaves out deleted ones. */
export function changeRows<Row extends { id: Key }>(
  data: Pages<Row>,
  changed: Row[],
  deleted: Key[],
): Pages<Row> {
  const byId = new Map(changed.map((row) => [row.id, row]))
  const gone = new Set(deleted)
  const pages = data.pages.map((page) => ({
    ...page,
    changes: page.changes + 1,
    total: page.total - gone.size,
    rows: page.rows.filter(({ id }) => !gone.has(id)).map((row) => byId.get(row.id) ?? row),
  }))
  return { ...data, pages }
}

/**
 * What is shown once a page has come. The pages before it come with it as they were when it was asked for: those that
 * changed meanwhile stay.
 */
export function keepChanges(current: unknown, next: unknown): unknown {
  if (!hasPages(current) || !hasPages(next)) return next
  const known = new Map(current.pages.map((page) => [page.answer, page]))
  const pages = next.pages.map((page) => {
    const own = known.get(page.answer)
    return own && own.changes > page.changes ? own : page
  })
  return replaceEqualDeep(current, { ...next, pages })
}
