import type { DayFigures, Metrics } from '#domain/statistics.ts'
import { describeChange } from '#web/admin/describe-change.ts'
import { FIGURES, type Figure } from './figures.ts'

type Props = { metrics: Metrics; chosen: Figure; onChoose: (id: string) => void }

/** Totals with changes; the selected one is shown in the chart. */
export function FigurePicker({ metrics, chosen, onChoose }: Props) {
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-px overflow-hidden rounded-t-card border-border border-b bg-border sm:grid-cols-3 xl:grid-cols-6">
      <legend className="sr-only">Metric in the chart</legend>
      {FIGURES.map((figure) => (
        <label
          key={figure.id}
          className="flex min-w-0 cursor-pointer flex-col border-transparent border-b-2 bg-surface px-3 py-3 hover:bg-accent-soft has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2 forced-colors:border-[Canvas] forced-colors:has-checked:border-[Highlight]"
        >
          <input
            type="radio"
            name="figure"
            value={figure.id}
            checked={figure.id === chosen.id}
            onChange={() => onChoose(figure.id)}
            className="sr-only"
          />
          <span className="text-muted text-sm">{figure.label}</span>
          <span className="mt-0.5 font-semibold text-xl tabular-nums">
            {sumOf(metrics.days, figure).toLocaleString()}
          </span>
          <span className="mt-0.5 text-muted text-sm">{changeOf(metrics, figure)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const sumOf = (days: readonly DayFigures[], { read }: Figure) => days.reduce((sum, day) => sum + read(day), 0)

/** Full days only, because today isn't over. */
function changeOf({ days, today, before }: Metrics, figure: Figure) {
  const full = days.filter(({ day }) => day < today)
  if (full.length === 0) return 'So far today'
  const period = full.length === 1 ? 'day before' : `${full.length} days before`
  const { lead, rest } = describeChange(sumOf(full, figure), before && figure.read(before), period)
  return (
    <>
      <span className="font-medium text-text">{lead}</span> {rest}
    </>
  )
}
