import type { ReactNode } from 'react'
import { type ColumnRoom, hidingClasses } from './column-room.ts'

export type Column<Row> = ColumnRoom & {
  title: string
  isNumber?: boolean
  show: (row: Row) => ReactNode
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  maxHeight?: string
}

/** Sticky header; scrolls on its own if the columns that never hide lack room. */
export function Table<Row>({ caption, columns, rows, keyOf, maxHeight = 'max-h-[70dvh]' }: Props<Row>) {
  const hiding = hidingClasses(columns)
  const hasMain = columns.some(({ width }) => width !== undefined)
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className={`${maxHeight} @container overflow-auto rounded-card border border-border bg-surface print:max-h-none print:overflow-visible`}
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface print:static">
          <tr>
            {columns.map(({ title, isNumber }, index) => (
              <th
                key={title}
                scope="col"
                className={`whitespace-nowrap print:whitespace-normal border-border border-b px-3 py-2.5 font-semibold ${isNumber ? 'text-right' : ''} ${hiding[index]}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-border not-last:border-b">
              {columns.map(({ title, isNumber, width, show }, index) => (
                <td
                  key={title}
                  className={`px-3 py-2 align-top ${hasMain && !width ? 'min-w-[min(14rem,100cqi)]' : ''} ${isNumber ? 'text-right tabular-nums' : ''} ${hiding[index]}`}
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
