import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { FailureNotice } from './notice.tsx'

/** As high as the rows, to avoid layout shifts. */
export function LoadingRows({ count, height = 'h-24' }: { count: number; height?: string | undefined }) {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={`${height} animate-pulse-slow rounded-card border border-border bg-surface`}
        />
      ))}
    </div>
  )
}

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-card border border-border border-dashed px-6 py-14 text-center">
      <p className="font-medium text-lg">{title}</p>
      {children && <div className="mt-3 text-muted">{children}</div>}
    </div>
  )
}

export function FailedState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="space-y-3">
      <FailureNotice>{message}</FailureNotice>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
