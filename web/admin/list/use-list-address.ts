import { useSearchParams } from 'react-router'
import { withParameters } from '#web/admin/with-parameters.ts'
import type { Filter, Order } from './types.ts'

export type Sorting = { sort: string; order: Order }

export type ListAddress = {
  search: string
  sorting: Sorting | null
  /** The default order. */
  defaultSorting: Sorting | null
  /** The value of each filter; by default its first option. */
  filters: Readonly<Record<string, string>>
  isFiltered: boolean
  setSearch: (text: string) => void
  setFilter: (name: string, value: string) => void
  setSorting: (sorting: Sorting) => void
  /** Clears search and filters. */
  clearFilters: () => void
}

type Options = {
  filters: Filter[]
  sorts: readonly string[]
  defaultSorting: Sorting | null
  /** Prefix of the URL parameters, for pages with two lists. */
  prefix: string
}

/**
 * A list's state in the URL: `q`, `sort` ('name', or '-name' for descending) and each filter by its name. Unknown
 * values mean the default. Typing replaces the history entry; other changes add one.
 */
export function useListAddress({ filters, sorts, defaultSorting, prefix }: Options): ListAddress {
  const [parameters, setParameters] = useSearchParams()
  const searchName = `${prefix}q`
  const sortName = `${prefix}sort`
  const change = (name: string, value: string, defaultValue: string, replace = false) =>
    setParameters((current) => withParameters(current, { [name]: value === defaultValue ? null : value }), {
      replace,
      preventScrollReset: true,
    })
  const values = Object.fromEntries(filters.map((filter) => [filter.name, readFilter(parameters, filter)]))
  const search = parameters.get(searchName) ?? ''
  return {
    search,
    sorting: readSorting(parameters.get(sortName), sorts) ?? defaultSorting,
    defaultSorting,
    filters: values,
    isFiltered: search !== '' || filters.some(({ name, options }) => values[name] !== options[0]?.value),
    setSearch: (text) => change(searchName, text, '', true),
    setFilter: (name, value) =>
      change(name, value, filters.find((filter) => filter.name === name)?.options[0]?.value ?? ''),
    setSorting: (sorting) =>
      change(sortName, writeSorting(sorting), defaultSorting ? writeSorting(defaultSorting) : ''),
    clearFilters: () => {
      const names = [searchName, ...filters.map(({ name }) => name)]
      setParameters((current) =>
        withParameters(current, Object.fromEntries(names.map((name) => [name, null]))),
      )
    },
  }
}

function readFilter(parameters: URLSearchParams, { name, options }: Filter): string {
  const given = parameters.get(name)
  return options.find(({ value }) => value === given)?.value ?? options[0]?.value ?? ''
}

function readSorting(text: string | null, sorts: readonly string[]): Sorting | null {
  const sort = text?.replace(/^-/, '')
  if (sort === undefined || !sorts.includes(sort)) return null
  return { sort, order: text?.startsWith('-') ? 'desc' : 'asc' }
}

const writeSorting = ({ sort, order }: Sorting) => (order === 'desc' ? `-${sort}` : sort)
