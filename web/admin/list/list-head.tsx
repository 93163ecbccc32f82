import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column, Order } from './types.ts'
import type { ListAddress, Sorting } from './use-list-address.ts'

export const HEAD_CELL = 'h-10 border-border border-b bg-bg px-3 text-left font-medium text-muted'

/** Of a column, in the head as in each row. */
export const columnLook = ({ isExtra, isNumber }: Pick<Column<never>, 'isExtra' | 'isNumber'>) =>
  `${isExtra ? 'sm:@max-3xl:hidden' : ''} ${isNumber ? 'text-right tabular-nums' : ''}`

type Props<Row> = {
  columns: Column<Row>[]
  address: ListAddress | null
  /** What stands above the checkboxes; null in a list without. */
  selectAll: ReactNode
  hasActions: boolean
}

/** The head of a list, which stays in sight; a column that can be sorted by has a button for it. */
export function ListHead<Row>({ columns, address, selectAll, hasActions }: Props<Row>) {
  const sorting = address?.sorting ?? null
  return (
    <thead className="sticky top-30 z-10 max-sm:hidden">
      <tr aria-rowindex={1}>
        {selectAll && (
          <th scope="col" className={`${HEAD_CELL} w-11`}>
            {selectAll}
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.title}
            scope="col"
            {...(sorting && column.sort === sorting.sort ? { 'aria-sort': ARIA_SORT[sorting.order] } : {})}
            className={`${HEAD_CELL} ${column.width ?? ''} ${columnLook(column)}`}
          >
            {column.sort !== undefined && address ? (
              <SortButton column={column} sort={column.sort} sorting={sorting} onSort={address.setSorting} />
            ) : (
              column.title
            )}
          </th>
        ))}
        {hasActions && (
          <th scope="col" className={`${HEAD_CELL} w-36 @max-3xl:w-16`}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

type SortProps<Row> = {
  column: Column<Row>
  sort: string
  sorting: Sorting | null
  onSort: (sorting: Sorting) => void
}

function SortButton<Row>({ column, sort, sorting, onSort }: SortProps<Row>) {
  const isSorted = sorting?.sort === sort
  const order: Order = isSorted ? sorting.order : (column.firstOrder ?? 'asc')
  const Mark = order === 'asc' ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      onClick={() => onSort({ sort, order: isSorted ? opposite(order) : order })}
      className="-mx-2 group inline-flex min-h-8 items-center gap-1 rounded-lg px-2 hover:bg-accent-soft"
    >
      {column.title}
      <Mark
        aria-hidden
        size={14}
        className={
          isSorted ? 'text-text' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'
        }
      />
    </button>
  )
}

const opposite = (order: Order): Order => (order === 'asc' ? 'desc' : 'asc')
