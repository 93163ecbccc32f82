import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'

export type Point = { name: string; value: number }

type Props = { points: Point[]; unit: string }

const HEIGHT = 220
const MARGIN = { top: 4, right: 8, bottom: 0, left: 0 }
const TICK = { fill: 'var(--muted)', fontSize: 14 }

/** A figure over the days. The arrow keys move the value shown, once the chart has the focus. */
export function FigureLine({ points, unit }: Props) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <AreaChart data={points} margin={MARGIN} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="name"
          tick={TICK}
          tickLine={false}
          axisLine={false}
          minTickGap={32}
          tickFormatter={shortDay}
        />
        <YAxis allowDecimals={false} tick={TICK} tickLine={false} axisLine={false} width={48} />
        <Tooltip
          content={(state) => <Reading {...state} unit={unit} />}
          cursor={{ stroke: 'var(--control)' }}
        />
        <Area
          dataKey="value"
          stroke="var(--accent)"
          strokeWidth={2}
          fill="var(--accent-soft)"
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  )
}

/** How often each of a few values occurred. */
export function FigureBars({ points, unit }: Props) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={points} margin={MARGIN} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="name" tick={TICK} tickLine={false} axisLine={false} minTickGap={16} />
        <YAxis allowDecimals={false} tick={TICK} tickLine={false} axisLine={false} width={48} />
        <Tooltip
          content={(state) => <Reading {...state} unit={unit} />}
          cursor={{ fill: 'var(--accent-soft)' }}
        />
        <Bar dataKey="value" fill="var(--accent)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

const shortDay = (day: string) =>
  new Date(`${day}T00:00:00`).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })

type ReadingProps = {
  active?: boolean
  label?: string | number | undefined
  payload?: readonly { value?: unknown }[]
  unit: string
}

function Reading({ active, label, payload, unit }: ReadingProps) {
  if (!active) return null
  return (
    <div className="rounded-lg bg-text px-3 py-1.5 text-bg text-sm">
      {label}:{' '}
      <span className="font-semibold tabular-nums">{Number(payload?.[0]?.value ?? 0).toLocaleString()}</span>{' '}
      {unit}
    </div>
  )
}
