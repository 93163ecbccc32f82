import { type PointerEvent, useState } from 'react'
import type { DayFigures } from '#domain/statistics.ts'
import { showDate } from '#web/lib/dates.ts'
import { type Column, Table } from '#web/ui/table.tsx'
import { type Figure, showCount } from './figures.ts'
import { plotDays } from './plot-days.ts'

type Props = {
  figure: Figure
  days: readonly string[]
  values: readonly number[]
  /** Draws today's segment dashed, because the day isn't over. */
  isLastPartial: boolean
}

/** A chart with an invisible range input on top, which provides arrow keys, touch and screen reader support. */
export function DayChart({ figure, days, values, isLastPartial }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const { points, lines, dates, line, lastPart, area } = plotDays(values, isLastPartial)
  const last = values.length - 1
  const day = Math.min(shown ?? last, last)
  const reading = `${longDay(days[day])}: ${showCount(values[day] ?? 0, figure.unit)}`
  const point = points[day]

  const pointAt = ({ currentTarget, clientX }: PointerEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setShown(Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * last))
  }

  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 text-muted text-sm tabular-nums">
      <div aria-hidden className="relative h-64 w-12 lg:h-72">
        {lines.map(({ value, y }) => (
          <span key={value} style={{ top: `${y}%` }} className="-translate-y-1/2 absolute right-0">
            {shortCount(value)}
          </span>
        ))}
      </div>
      <div className="relative h-64 min-w-0 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-4 lg:h-72">
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
        >
          <path d={area} fill="var(--accent-soft)" fillOpacity="0.7" />
          {lines.map(({ value, y }) => (
            <line
              key={value}
              x1="0"
              x2="100"
              y1={y}
              y2={y}
              stroke="var(--border)"
              className="forced-colors:stroke-[GrayText]"
            />
          ))}
          <path d={line} fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
          <path d={lastPart} fill="none" stroke="var(--accent)" strokeWidth="2" strokeDasharray="4 5" />
        </svg>
        {point && (shown !== null || last === 0) && (
          <span
            aria-hidden
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
            className="-translate-1/2 absolute size-3 rounded-full border-2 border-accent bg-surface"
          />
        )}
        {point && shown !== null && (
          <>
            <span
              aria-hidden
              style={{ left: `${point.x}%` }}
              className="absolute inset-y-0 border-control border-l"
            />
            <span
              aria-hidden
              style={{ left: `${point.x}%`, translate: `-${point.x}% 0` }}
              className="-top-2 pointer-events-none absolute whitespace-nowrap rounded-lg border border-text bg-text px-3 py-1 text-bg forced-colors:bg-[Canvas] forced-colors:text-[CanvasText]"
            >
              {reading}
            </span>
          </>
        )}
        <input
          type="range"
          aria-label={`${figure.label} by day`}
          aria-valuetext={reading}
          min={0}
          max={last}
          value={day}
          onChange={(event) => setShown(event.target.valueAsNumber)}
          onFocus={({ target }) => target.matches(':focus-visible') && setShown(day)}
          onBlur={() => setShown(null)}
          onPointerMove={pointAt}
          onPointerDown={pointAt}
          onPointerLeave={() => setShown(null)}
          className="absolute inset-0 m-0 size-full cursor-crosshair touch-pan-y appearance-none opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none"
        />
      </div>
      <div aria-hidden className="relative col-start-2 mt-2 h-6">
        {dates.map((day, index) => (
          <span
            key={day}
            style={{ left: `${points[day]?.x ?? 0}%`, translate: `-${points[day]?.x ?? 0}% 0` }}
            className={`absolute whitespace-nowrap ${(dates.length - index) % 2 === 0 ? 'max-sm:hidden' : ''}`}
          >
            {shortDay(days[day])}
          </span>
        ))}
      </div>
    </div>
  )
}

const atMidnight = (day = '') => new Date(`${day}T00:00:00`)

const shortDay = (day: string | undefined) =>
  atMidnight(day).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })

const longDay = (day: string | undefined) =>
  atMidnight(day).toLocaleDateString(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  })

const shortCount = (count: number) => count.toLocaleString(undefined, { notation: 'compact' })

const number = (
  title: string,
  width: number,
  hides: number,
  read: (day: DayFigures) => number,
): Column<DayFigures> => ({
  title,
  width,
  hides,
  isNumber: true,
  show: (day) => read(day).toLocaleString(),
})

const columns: Column<DayFigures>[] = [
  { title: 'Day', width: 7, show: ({ day }) => <time dateTime={day}>{showDate(`${day}T00:00`)}</time> },
  number('Page views', 7, 7, ({ pageViews }) => pageViews),
  number('Visitors', 6, 6, ({ uniqueVisitors }) => uniqueVisitors),
  number('Generated', 7, 5, ({ passwordsGenerated }) => passwordsGenerated),
  number('Checked', 6.5, 4, ({ passwordsChecked }) => passwordsChecked),
  number('Bots filtered', 8, 3, ({ bots }) => bots),
  number('Helpful', 6, 2, ({ helpful }) => helpful),
  number('Needs improvement', 11, 1, ({ unhelpful }) => unhelpful),
]

/** Newest first. */
export function DayTable({ days }: { days: readonly DayFigures[] }) {
  return (
    <Table caption="Daily statistics" columns={columns} rows={days.toReversed()} keyOf={({ day }) => day} />
  )
}
