import type { ReactNode } from 'react'

type Props = {
  facts: Record<string, ReactNode>
  /** Shown for a missing value; without it, the fact is left out. */
  missing?: string
}

/** Names and values in rows. */
export function FactList({ facts, missing }: Props) {
  const isMissing = (value: ReactNode) => value === null || value === undefined || value === ''
  const shown = Object.entries(facts).filter(([, value]) => missing !== undefined || !isMissing(value))
  return (
    <dl className="divide-y divide-border border-border border-y text-sm">
      {shown.map(([label, value]) => (
        <div key={label} className="grid gap-x-4 py-2 sm:grid-cols-[11rem_1fr]">
          <dt className="wrap-anywhere text-muted">{label}</dt>
          <dd className="wrap-anywhere min-w-0">
            {isMissing(value) ? <span className="text-muted">{missing}</span> : <bdi>{value}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
