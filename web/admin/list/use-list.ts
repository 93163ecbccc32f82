import { keepPreviousData, type QueryFilters, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient, sendAdmin } from '#web/admin/client.ts'
import type { Answer, PathOf } from '#web/lib/routes.ts'
import { changeRows, hasPages, hasRows, mergePages, type Page, type Pages } from './pages.ts'
import type { Filter, Key } from './types.ts'
import { type ListAddress, type Sorting, useListAddress } from './use-list-address.ts'

const PAGE_SIZE = 50

/** Fetches the next page when fewer rows remain, because others were archived or deleted. */
const ROWS_MIN = 20

/** The state that `List` renders. */
export type ListState<Row> = {
  rows: Row[]
  total: number
  isPending: boolean
  /** True while rows of the previous search, filter or order are shown. */
  isOutdated: boolean
  error: Error | null
  retry: () => void
  /** Fetches the next page; null if there is none or it is being fetched. */
  fetchMore: (() => void) | null
  isFetchingMore: boolean
  filters: Filter[]
  /** Null for a list without search and sorting. */
  address: ListAddress | null
}

type RowOf<Path extends PathOf> = Answer<'GET', Path> extends readonly (infer Row)[] ? Row : never

type Options<Row> = {
  filters?: Filter[]
  /** The server's sort keys, and the default order. */
  sorts?: readonly string[]
  defaultSorting?: Sorting
  /** Prefix of the URL parameters, for pages with two lists. */
  prefix?: string
  /** Rows per request; default 50. */
  pageSize?: number
  /** The query parameters; by default each filter that isn't at its first option, and `search`. */
  queryOf?: (filters: Readonly<Record<string, string>>, search: string) => Record<string, string>
  /** Whether a changed row still belongs in the list. */
  belongs?: (row: Row, filters: Readonly<Record<string, string>>) => boolean
}

/**
 * A list fetched page by page with cursors, filtered and sorted according to the URL. `fetched` also has the rows that
 * a change took off the list.
 */
export function useList<Path extends PathOf>(
  options: Options<RowOf<Path>> & { path: Path },
): ListState<RowOf<Path>> & { fetched: RowOf<Path>[] }
export function useList<Row>({
  path,
  filters = [],
  sorts = [],
  defaultSorting,
  prefix = '',
  pageSize = PAGE_SIZE,
  queryOf,
  belongs = () => true,
}: Options<Row> & { path: string }): ListState<Row> & { fetched: Row[] } {
  const address = useListAddress({ filters, sorts, defaultSorting: defaultSorting ?? null, prefix })
  const filterQuery = queryOf
    ? queryOf(address.filters, address.search)
    : { ...changedFilters(filters, address), ...(address.search === '' ? {} : { search: address.search }) }
  const query = { ...filterQuery, ...address.sorting }
  const list = useInfiniteQuery({
    queryKey: [path, query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const after: Record<string, string> = pageParam === '' ? {} : { after: pageParam }
      const parameters = new URLSearchParams({ ...query, limit: String(pageSize), ...after })
      const response = await sendAdmin('GET', `${path}?${parameters}`, undefined, signal)
      const rows: Row[] = await response.json()
      const { headers } = response
      const total = Number(headers.get('x-total-count'))
      return { rows, total, next: headers.get('x-next-cursor'), responseId: Symbol('page'), changes: 0 }
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    structuralSharing: mergePages,
  })
  const fetched = list.data?.pages.flatMap(({ rows }) => rows) ?? []
  const rows = fetched.filter((row) => belongs(row, address.filters))
  const { fetchNextPage } = list
  const isNearlyEmpty = rows.length < Math.min(ROWS_MIN, pageSize) && list.hasNextPage && !list.isFetching
  useEffect(() => {
    if (isNearlyEmpty) void fetchNextPage()
  }, [isNearlyEmpty, fetchNextPage])
  return {
    rows,
    fetched,
    total: (list.data?.pages.at(-1)?.total ?? 0) - (fetched.length - rows.length),
    isPending: list.isPending,
    isOutdated: list.isPlaceholderData,
    error: list.error,
    retry: () => list.refetch(),
    fetchMore: list.hasNextPage && !list.isFetching ? () => list.fetchNextPage() : null,
    isFetchingMore: list.isFetchingNextPage,
    filters,
    address,
  }
}

/**
 * Updates changed rows in, and removes deleted ones from, every cached list of `path`. Refetches the list on the screen
 * only if it lacks a changed row, and other lists when they are next shown.
 */
export function updateRows<Path extends PathOf>(path: Path, changed: RowOf<Path>[], deleted?: Key[]): void
export function updateRows<Row extends { id: Key }>(path: string, changed: Row[], deleted: Key[] = []): void {
  const lists: QueryFilters = { queryKey: [path], predicate: ({ state }) => hasPages(state.data) }
  queryClient.setQueriesData<Pages<Row>>(lists, (data) => data && changeRows(data, changed, deleted))
  const shown = queryClient.getQueriesData<Pages<Row>>({ ...lists, type: 'active' })
  const isComplete = shown.every(([, data]) => data && hasRows(data, changed))
  void queryClient.invalidateQueries({ queryKey: [path], refetchType: isComplete ? 'none' : 'active' })
}

function changedFilters(filters: Filter[], { filters: values }: ListAddress): Record<string, string> {
  const changed = filters.filter(({ name, options }) => values[name] !== options[0]?.value)
  return Object.fromEntries(changed.map(({ name }) => [name, values[name] ?? '']))
}
