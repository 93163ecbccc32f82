import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** Of <details> with the class `group`. */
export function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className="-mx-2 flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-2 [&::-webkit-details-marker]:hidden">
      {children}
      <ChevronDown
        aria-hidden
        size={18}
        className="ml-auto shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
      />
    </summary>
  )
}
