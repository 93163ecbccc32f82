import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Announced by screen readers. */
export function FailureNotice({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-control border border-weak bg-surface px-3 py-2.5 text-sm text-weak"
    >
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}

const REMARK_LOOKS = {
  good: 'border-good',
  info: 'border-info',
  fair: 'border-fair',
  weak: 'border-weak text-weak',
}

export function Remark({
  look = 'fair',
  children,
}: {
  look?: keyof typeof REMARK_LOOKS
  children: ReactNode
}) {
  return (
    <p className={`wrap-anywhere max-w-[90ch] border-l-2 pl-3 text-sm ${REMARK_LOOKS[look]}`}>{children}</p>
  )
}
