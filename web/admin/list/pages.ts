import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'
import type { Key } from './types.ts'

export type Page<Row> = {
  rows: Row[]
  total: number
  /** The cursor of the next page; null on the last. */
  next: string | null
  /** Identifies the server's response; `changes` counts local changes to its rows since. */
  responseId: symbol
  changes: number
}

export type Pages<Row> = InfiniteData<Page<Row>>

export const hasPages = (data: unknown): data is Pages<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Whether each of `rows` has been fetched. */
export function hasRows<Row extends { id: Key }>({ pages }: Pages<Row>, rows: Row[]): boolean {
  const ids = new Set(pages.flatMap((page) => page.rows.map(({ id }) => id)))
  return rows.every(({ id }) => ids.has(id))
}

/** Updates changed rows in place and removes deleted ones. */
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
 * Merges newly fetched pages into the current ones. Earlier pages in `next` are as of the request: those changed since
 * then keep their current rows.
 */
export function mergePages(current: unknown, next: unknown): unknown {
  if (!hasPages(current) || !hasPages(next)) return next
  const known = new Map(current.pages.map((page) => [page.responseId, page]))
  const pages = next.pages.map((page) => {
    const own = known.get(page.responseId)
    return own && own.changes > page.changes ? own : page
  })
  return replaceEqualDeep(current, { ...next, pages })
}
