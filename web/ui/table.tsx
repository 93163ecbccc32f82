import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'

export type Order = 'asc' | 'desc'

export type Column<Row> = {
  title: string
  /** Numbers stand at the right, in figures of one width. */
  isNumber?: boolean
  /** Left out on a narrow screen: what it says stands elsewhere, or can be done without. */
  isExtra?: boolean
  /** What the column is called in `sorting`; without it the table can't be sorted by it. */
  sortName?: string
  show: (row: Row) => ReactNode
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  sorting?: Sorting
  /** How high it may get before it scrolls. */
  maxHeight?: string
}

type Sorting = { by: string; order: Order; onSort: (name: string) => void }

/** A compact table whose head stays in sight; on a narrow screen it scrolls by itself. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sorting,
  maxHeight = 'max-h-[70dvh]',
}: Props<Row>) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className={`${maxHeight} overflow-auto rounded-card border border-border bg-surface`}
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map(({ title, isNumber, isExtra, sortName }) => (
              <th
                key={title}
                scope="col"
                {...(sorting && sortName === sorting.by ? { 'aria-sort': ARIA_SORT[sorting.order] } : {})}
                className={`whitespace-nowrap border-border border-b px-4 py-2.5 font-semibold ${isNumber ? 'text-right' : ''} ${isExtra ? 'max-sm:hidden' : ''}`}
              >
                {sorting && sortName ? <SortButton title={title} name={sortName} sorting={sorting} /> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-border not-last:border-b">
              {columns.map(({ title, isNumber, isExtra, show }) => (
                <td
                  key={title}
                  className={`px-4 py-2 align-top ${isNumber ? 'text-right tabular-nums' : ''} ${isExtra ? 'max-sm:hidden' : ''}`}
                >
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

function SortButton({ title, name, sorting }: { title: string; name: string; sorting: Sorting }) {
  const Mark = sorting.order === 'asc' ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(name)}
      className="-mx-2 inline-flex min-h-8 items-center gap-1 rounded-lg px-2 hover:bg-accent-soft"
    >
      {title}
      <Mark aria-hidden size={14} className={name === sorting.by ? '' : 'invisible'} />
    </button>
  )
}
