import type { ReactNode } from 'react'

export const showFigure = (value: number | undefined): string =>
  value === undefined ? '–' : value.toLocaleString()

/** Must be inside a `dl`; shows a dash while loading. */
export function StatCard({
  label,
  value,
  note,
}: {
  label: string
  value: number | undefined
  note?: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col rounded-card border border-border bg-surface p-4">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-semibold text-2xl tabular-nums">{showFigure(value)}</dd>
      {note && <dd className="mt-1 text-muted text-sm max-sm:line-clamp-2 sm:truncate">{note}</dd>}
    </div>
  )
}
