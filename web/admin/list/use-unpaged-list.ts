import { useState } from 'react'
import type { ListState } from './use-list.ts'
import { type Sorting, useListAddress } from './use-list-address.ts'

type QueryResult<Row> = {
  data: Row[] | undefined
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

type Options<Row> = {
  /** The sort value of a row, per sortable column. */
  sorts: Readonly<Record<string, (row: Row) => string | number | null>>
  defaultSorting: Sorting
}

/** Rows rendered at first, and added per step. */
const ROWS_PER_STEP = 50

/** A list fetched in one request and sorted in the browser, according to the URL. */
export function useUnpagedList<Row>(
  { data, isPending, error, refetch }: QueryResult<Row>,
  { sorts, defaultSorting }: Options<Row>,
): ListState<Row> {
  const address = useListAddress({ filters: [], sorts: Object.keys(sorts), defaultSorting, prefix: '' })
  const [renderedCount, setRenderedCount] = useState(ROWS_PER_STEP)
  const rows = sortRows(data ?? [], sorts, address.sorting ?? defaultSorting)
  return {
    rows: rows.slice(0, renderedCount),
    total: rows.length,
    isPending,
    isOutdated: false,
    error,
    retry: refetch,
    fetchMore: renderedCount < rows.length ? () => setRenderedCount(renderedCount + ROWS_PER_STEP) : null,
    isFetchingMore: false,
    filters: [],
    address,
  }
}

/** Rows without a value come first in ascending order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sorts: Options<Row>['sorts'],
  { sort, order }: Sorting,
): Row[] {
  const readValue = sorts[sort] ?? (() => null)
  const direction = order === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => direction * compare(readValue(one), readValue(other)))
}

function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (one === null) return -1
  if (other === null) return 1
  return one < other ? -1 : 1
}
