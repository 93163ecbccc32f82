import type { ReactNode } from 'react'

export type BadgeLook = 'good' | 'fair' | 'weak' | 'info' | 'plain'

const LOOKS: Record<BadgeLook, string> = {
  good: 'border-good text-good',
  fair: 'border-fair text-fair',
  weak: 'border-weak text-weak',
  info: 'border-info text-info',
  plain: 'border-border text-muted',
}

/** A state in a word; the colour only repeats it. */
export function Badge({ look = 'plain', children }: { look?: BadgeLook; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-sm leading-5 ${LOOKS[look]}`}
    >
      {children}
    </span>
  )
}
