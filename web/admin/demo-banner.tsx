import { FlaskConical } from 'lucide-react'
import { usePage } from '#web/lib/page.tsx'

export function DemoBanner() {
  const { isDemo } = usePage()
  if (!isDemo) return null
  return (
    <aside
      aria-label="Demo"
      className="flex items-center justify-center gap-2 border-border border-b bg-accent-soft px-4 py-1.5 lg:h-[2.125rem] text-sm"
    >
      <FlaskConical aria-hidden size={16} className="shrink-0 text-accent" />
      Demo: everything here is made up and is deleted when the server stops
    </aside>
  )
}
