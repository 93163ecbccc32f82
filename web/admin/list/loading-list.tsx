import { HEAD_CELL } from './list-head.tsx'
import type { Column } from './types.ts'

const ROWS = 8

type Props<Row> = { columns: Column<Row>[]; hasSelection: boolean; hasActions: boolean }

/** A skeleton with the height of real rows, so that the layout doesn't shift. */
export function LoadingList<Row>({ columns, hasSelection, hasActions }: Props<Row>) {
  const shown = columns.filter(({ hides }) => hides === undefined)
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <div aria-hidden className={`${HEAD_CELL} flex items-center gap-3 @max-2xl:hidden`}>
        {columns[0]?.title}
      </div>
      {Array.from({ length: ROWS }, (_, index) => (
        <div
          key={index}
          className="flex h-11 animate-pulse-slow items-center gap-6 border-border border-b px-3 @max-2xl:h-20"
        >
          {hasSelection && <Bar look="w-4 shrink-0" />}
          {shown.map(({ title }) => (
            <Bar key={title} look="flex-1 @max-2xl:not-first:hidden" />
          ))}
          {hasActions && <Bar look="w-16 shrink-0" />}
        </div>
      ))}
    </div>
  )
}

const Bar = ({ look }: { look: string }) => <span className={`${look} h-3 rounded-full bg-track`} />
