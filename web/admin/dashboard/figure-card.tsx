import type { ReactNode } from 'react'
import { OVERVIEW_DAYS, type OverviewDay } from '#domain/dashboard.ts'
import { describeChange } from '#web/admin/describe-change.ts'
import { showFigure } from '#web/admin/stat-cards.tsx'

const WEEK = 7

type Props = {
  label: string
  value: number | undefined
  note: string
  /** Oldest first; undefined while loading. */
  days: readonly OverviewDay[] | undefined
  read: (day: OverviewDay) => number
}

/** Today's value, a sparkline, and the change from the week before. Must be inside a `dl`. */
export function FigureCard({ label, value, note, days = [], read }: Props) {
  const values = days.map(read)
  return (
    <div className="grid min-w-0 grid-rows-[auto_auto_auto_1fr] rounded-card border border-border bg-surface p-3 sm:p-4">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-semibold text-2xl tabular-nums">{showFigure(value)}</dd>
      <dd className="truncate text-muted text-sm">{note}</dd>
      <dd className="mt-3 h-9">
        {values.length > 1 && (
          <Sparkline
            values={values}
            isLastPartial
            label={`${label}, last ${values.length} days: ${Math.min(...values).toLocaleString()} to ${Math.max(...values).toLocaleString()} a day`}
          />
        )}
      </dd>
      <dd className="mt-3 min-h-10.5 text-muted text-sm lg:min-h-5">{weekOf(values)}</dd>
    </div>
  )
}

/** Full days only: today isn't over, and the first day may be partial. */
function weekOf(values: readonly number[]): ReactNode {
  const fullDays = values.slice(0, -1)
  if (fullDays.length === 0) return null
  const partialDays = values.length === OVERVIEW_DAYS ? 0 : 1
  const now = sum(fullDays.slice(-WEEK))
  const days = Math.min(WEEK, fullDays.length)
  const total = `${now.toLocaleString()} in ${days === 1 ? '1 day' : `${days} days`}`
  if (fullDays.length < 2 * WEEK + partialDays) return total
  const { lead, rest } = describeChange(now, sum(fullDays.slice(-2 * WEEK, -WEEK)), 'week before')
  return (
    <>
      {total} · <span className="whitespace-nowrap font-medium text-text">{lead}</span> {rest}
    </>
  )
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

type SparklineProps = {
  values: readonly number[]
  /** Alternative text. */
  label: string
  /** Draws the last segment dashed. */
  isLastPartial?: boolean
}

function Sparkline({ values, label, isLastPartial = false }: SparklineProps) {
  const max = Math.max(1, ...values)
  const points = values.map((value, at) => {
    const x = values.length > 1 ? (at / (values.length - 1)) * 100 : 50
    return `${x.toFixed(2)},${(100 - (value / max) * 100).toFixed(2)}`
  })
  const full = isLastPartial ? points.slice(0, -1) : points
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="size-full overflow-visible fill-none stroke-2 stroke-accent *:[vector-effect:non-scaling-stroke]"
    >
      <polyline points={full.join(' ')} strokeLinejoin="round" />
      {isLastPartial && <polyline points={points.slice(-2).join(' ')} strokeDasharray="2 4" />}
    </svg>
  )
}
