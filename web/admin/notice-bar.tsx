import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const LOOKS = {
  fair: { bar: 'border-fair', icon: 'text-fair' },
  weak: { bar: 'border-weak', icon: 'text-weak' },
}

type Props = {
  label: string
  Icon: LucideIcon
  look: keyof typeof LOOKS
  actions?: ReactNode
  children: ReactNode
}

/** Above every page, below the header. */
export function NoticeBar({ label, Icon, look, actions, children }: Props) {
  return (
    <aside
      aria-label={label}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-surface px-4 py-2 text-sm max-md:pt-5 lg:px-8 ${LOOKS[look].bar}`}
    >
      <Icon aria-hidden size={18} className={`shrink-0 ${LOOKS[look].icon}`} />
      <p className="min-w-0 flex-1 basis-72">{children}</p>
      {actions}
    </aside>
  )
}
