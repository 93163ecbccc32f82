import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListLayout, widthOf } from './layout.ts'
import type { Column, Order } from './types.ts'
import type { ListAddress } from './use-list-address.ts'

export const HEAD_CELL = 'h-10 border-border border-b bg-bg px-3 text-left font-medium text-muted'

type Props<Row> = {
  columns: Column<Row>[]
  address: ListAddress | null
  /** The select-all checkbox; null without selection. */
  selectAll: ReactNode
  /** Whether a sticky toolbar is above the header. */
  hasToolbar: boolean
  layout: ListLayout
}

/** Sticky header with sort buttons. */
export function ListHead<Row>({ columns, address, selectAll, hasToolbar, layout }: Props<Row>) {
  const sorting = address?.sorting ?? null
  return (
    <thead className={`sticky z-10 @max-2xl:hidden ${hasToolbar ? 'top-30' : 'top-16'}`}>
      <tr aria-rowindex={1}>
        {selectAll && (
          <th scope="col" className={`${HEAD_CELL} w-11`}>
            {selectAll}
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.title}
            scope="col"
            {...(sorting && column.sort === sorting.sort ? { 'aria-sort': ARIA_SORT[sorting.order] } : {})}
            style={widthOf(column)}
            className={`${HEAD_CELL} whitespace-nowrap ${layout.looks[index]}`}
          >
            {column.sort !== undefined && address ? (
              <SortButton column={column} sort={column.sort} address={address} />
            ) : (
              column.title
            )}
          </th>
        ))}
        {layout.actions.map(({ title, look, ...column }) => (
          <th key={title} scope="col" style={widthOf(column)} className={`${HEAD_CELL} ${look}`}>
            <span className="sr-only">{title}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

type SortProps<Row> = { column: Column<Row>; sort: string; address: ListAddress }

/** The third click restores the default order. */
function SortButton<Row>({ column, sort, address: { sorting, defaultSorting, setSorting } }: SortProps<Row>) {
  const first = column.firstOrder ?? 'asc'
  const isSorted = sorting?.sort === sort
  const order: Order = isSorted ? sorting.order : first
  const isLast = isSorted && order !== first && defaultSorting !== null && defaultSorting.sort !== sort
  const next = isLast ? defaultSorting : { sort, order: isSorted ? opposite(order) : order }
  const Arrow = order === 'asc' ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      onClick={() => setSorting(next)}
      className="-mx-2 group inline-flex min-h-8 items-center gap-1 rounded-lg px-2 hover:bg-accent-soft"
    >
      {column.title}
      <Arrow
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
