import { useSearchParams } from 'react-router'
import type { Filter, Order } from './types.ts'

export type Sorting = { sort: string; order: Order }

export type ListAddress = {
  search: string
  sorting: Sorting | null
  /** How the list stands unless told. */
  usual: Sorting | null
  /** The value of each filter: the first of its options unless the address says otherwise. */
  filters: Readonly<Record<string, string>>
  isNarrowed: boolean
  setSearch: (text: string) => void
  setFilter: (name: string, value: string) => void
  setSorting: (sorting: Sorting) => void
  /** Shows the whole list again. */
  widen: () => void
}

type Options = {
  filters: Filter[]
  sorts: readonly string[]
  usual: Sorting | null
  /** In front of `q` and `sort`, where a page has two lists. */
  prefix: string
}

/**
 * What a list shows, kept in the page's address: `q`, `sort` ('name', or '-name' from the end) and each filter by its
 * name. Unknown values count as the usual ones. Typing replaces the address, all else can be gone back from.
 */
export function useListAddress({ filters, sorts, usual, prefix }: Options): ListAddress {
  const [parameters, setParameters] = useSearchParams()
  const searchName = `${prefix}q`
  const sortName = `${prefix}sort`
  const change = (name: string, value: string, usualValue: string, replace = false) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === usualValue) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace, preventScrollReset: true },
    )
  const values = Object.fromEntries(filters.map((filter) => [filter.name, readFilter(parameters, filter)]))
  const search = parameters.get(searchName) ?? ''
  return {
    search,
    sorting: readSorting(parameters.get(sortName), sorts) ?? usual,
    usual,
    filters: values,
    isNarrowed: search !== '' || filters.some(({ name, options }) => values[name] !== options[0]?.value),
    setSearch: (text) => change(searchName, text, '', true),
    setFilter: (name, value) =>
      change(name, value, filters.find((filter) => filter.name === name)?.options[0]?.value ?? ''),
    setSorting: (sorting) => change(sortName, writeSorting(sorting), usual ? writeSorting(usual) : ''),
    widen: () =>
      setParameters((current) => {
        const next = new URLSearchParams(current)
        for (const name of [searchName, ...filters.map(({ name }) => name)]) next.delete(name)
        return next
      }),
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
