import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export type AccordionItem = { id: string; title: string; content: ReactNode }

type Props = {
  /** Ties the items together; each accordion of a page has its own. */
  name: string
  items: AccordionItem[]
}

/**
 * One item open at a time, or none, by the browser itself: its search in the page opens a closed item, and no script is
 * waited for. In print and without JavaScript all of them show.
 */
export function Accordion({ name, items }: Props) {
  return (
    <div className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
      {items.map(({ id, title, content }) => (
        <details key={id} name={name} className="group open-without-scripts">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3.5 hover:bg-accent-soft focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
            <h2 className="font-medium text-base tracking-normal sm:text-lg">{title}</h2>
            <ChevronDown
              aria-hidden
              size={18}
              className="shrink-0 text-muted noscript:hidden transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="px-5 pb-5">{content}</div>
        </details>
      ))}
    </div>
  )
}
