import type { ReactNode } from 'react'
import { FailedState } from '#web/ui/data-states.tsx'
import { messageOf } from './client.ts'

export const showFigure = (value: number | undefined): string =>
  value === undefined ? '–' : value.toLocaleString()

type Props = {
  query: { data: unknown; error: Error | null; refetch: () => unknown }
  className: string
  cards: { label: string; value: number | undefined; note?: ReactNode }[]
}

/** Shows dashes while loading. */
export function StatCards({ query: { data, error, refetch }, className, cards }: Props) {
  if (error && !data) {
    return <FailedState message={messageOf(error, 'The statistics could not be loaded')} onRetry={refetch} />
  }
  return (
    <dl className={`grid grid-cols-2 gap-3 ${className}`}>
      {cards.map(({ label, value, note }) => (
        <div key={label} className="flex min-w-0 flex-col rounded-card border border-border bg-surface p-4">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="mt-1 font-semibold text-2xl tabular-nums">{showFigure(value)}</dd>
          {note && <dd className="mt-1 text-muted text-sm max-sm:line-clamp-2 sm:truncate">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
