import type { ReactNode } from 'react'

export type Column<Row> = {
  title: string
  isNumber?: boolean
  /** Hidden on narrow screens. */
  isExtra?: boolean
  show: (row: Row) => ReactNode
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  maxHeight?: string
}

/** Sticky header; scrolls on its own on narrow screens. */
export function Table<Row>({ caption, columns, rows, keyOf, maxHeight = 'max-h-[70dvh]' }: Props<Row>) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className={`${maxHeight} overflow-auto rounded-card border border-border bg-surface print:max-h-none print:overflow-visible`}
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface print:static">
          <tr>
            {columns.map(({ title, isNumber, isExtra }) => (
              <th
                key={title}
                scope="col"
                className={`whitespace-nowrap print:whitespace-normal border-border border-b px-4 py-2.5 font-semibold ${isNumber ? 'text-right' : ''} ${isExtra ? 'max-sm:hidden' : ''}`}
              >
                {title}
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
