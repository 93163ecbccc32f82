import type { ReactNode } from 'react'

export type BadgeLook = 'good' | 'fair' | 'weak' | 'info' | 'plain'

const LOOKS: Record<BadgeLook, string> = {
  good: 'bg-good',
  fair: 'bg-fair',
  weak: 'bg-weak',
  info: 'bg-info',
  plain: 'bg-control',
}

/** The text carries the meaning; the color only repeats it. */
export function Badge({ look = 'plain', children }: { look?: BadgeLook; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-border px-2.5 font-medium text-sm leading-6">
      <span aria-hidden className={`size-2 rounded-full ${LOOKS[look]}`} />
      {children}
    </span>
  )
}
