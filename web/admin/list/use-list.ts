import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient, sendAdmin } from '#web/admin/client.ts'
import { changeRows, hasPages, keepChanges, type Page, type Pages } from './pages.ts'
import type { Filter, Key } from './types.ts'
import { type ListAddress, type Sorting, useListAddress } from './use-list-address.ts'

const PAGE_SIZE = 50

/** With fewer on the screen, as others were archived or deleted, the next page is fetched. */
const LEAST_ROWS = 20

/** What `List` shows. */
export type ListState<Row> = {
  rows: Row[]
  total: number
  isPending: boolean
  /** The rows are still those of another search, filter or order. */
  isOutdated: boolean
  error: Error | null
  retry: () => void
  /** Brings the next page; null when all is there or on its way. */
  fetchMore: (() => void) | null
  isFetchingMore: boolean
  filters: Filter[]
  /** null for a list that is neither searched nor sorted. */
  address: ListAddress | null
}

type Options<Row> = {
  path: string
  filters?: Filter[]
  /** What the server can sort by, and how the list stands unless told. */
  sorts?: readonly string[]
  usual?: Sorting
  /** In front of the names in the address, where a page has two lists. */
  prefix?: string
  /** How many rows are fetched at a time; 50 unless given. */
  pageSize?: number
  /** What the address means to the server; unless given, each filter that is not at its first option, and `search`. */
  queryOf?: (filters: Readonly<Record<string, string>>, search: string) => Record<string, string>
  /** Whether a row that changed meanwhile still belongs in the list. */
  belongs?: (row: Row, filters: Readonly<Record<string, string>>) => boolean
}

/** A list that is fetched page by page with cursors, narrowed and sorted by what the page's address says. */
export function useList<Row>({
  path,
  filters = [],
  sorts = [],
  usual,
  prefix = '',
  pageSize = PAGE_SIZE,
  queryOf,
  belongs = () => true,
}: Options<Row>): ListState<Row> {
  const address = useListAddress({ filters, sorts, usual: usual ?? null, prefix })
  const narrowing = queryOf
    ? queryOf(address.filters, address.search)
    : { ...changedFilters(filters, address), ...(address.search === '' ? {} : { search: address.search }) }
  const query = { ...narrowing, ...address.sorting }
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
      return { rows, total, next: headers.get('x-next-cursor'), answer: Symbol('page'), changes: 0 }
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    structuralSharing: keepChanges,
  })
  const fetched = list.data?.pages.flatMap(({ rows }) => rows) ?? []
  const rows = fetched.filter((row) => belongs(row, address.filters))
  const { fetchNextPage } = list
  const isRunningOut = rows.length < Math.min(LEAST_ROWS, pageSize) && list.hasNextPage && !list.isFetching
  useEffect(() => {
    if (isRunningOut) void fetchNextPage()
  }, [isRunningOut, fetchNextPage])
  return {
    rows,
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

type Answer<Row> = {
  data: Row[] | undefined
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

/** A list that the server answers in one piece. */
export function wholeList<Row>({ data, isPending, error, refetch }: Answer<Row>): ListState<Row> {
  return {
    rows: data ?? [],
    total: data?.length ?? 0,
    isPending,
    isOutdated: false,
    error,
    retry: refetch,
    fetchMore: null,
    isFetchingMore: false,
    filters: [],
    address: null,
  }
}

/**
 * Puts changed rows, and takes deleted ones, into every list of `path` at once, without fetching them. Lists that are not
 * on the screen are fetched anew when they are next.
 */
export function updateRows<Row extends { id: Key }>(path: string, changed: Row[], deleted: Key[] = []): void {
  queryClient.setQueriesData<Pages<Row>>(
    { queryKey: [path], predicate: ({ state }) => hasPages(state.data) },
    (data) => data && changeRows(data, changed, deleted),
  )
  // Rejects never: nothing is fetched.
  void queryClient.invalidateQueries({ queryKey: [path], refetchType: 'none' })
}

function changedFilters(filters: Filter[], { filters: values }: ListAddress): Record<string, string> {
  const changed = filters.filter(({ name, options }) => values[name] !== options[0]?.value)
  return Object.fromEntries(changed.map(({ name }) => [name, values[name] ?? '']))
}
