import type { ReactNode } from 'react'

export type Bar = { name: string; count: number; label: ReactNode }

/** Bars are relative to the largest count. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const max = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ol className="space-y-1 text-sm">
      {bars.map(({ name, count, label }) => (
        <li key={name} className="relative flex min-h-7 items-center justify-between gap-4 px-2">
          <span
            aria-hidden
            style={{ width: `${(count / max) * 100}%` }}
            className="absolute inset-y-0 left-0 rounded-md bg-accent-soft forced-colors:rounded-none forced-colors:border-b-2"
          />
          <span className="relative min-w-0 truncate">{label}</span>
          <span className="relative tabular-nums">{count.toLocaleString()}</span>
        </li>
      ))}
    </ol>
  )
}
