import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type AccordionItem = { id: string; title: string; content: ReactNode }

type Props = {
  /** Must be unique per page. */
  name: string
  items: AccordionItem[]
}

/** Native details elements: find-in-page opens them, and they work without JavaScript. Print shows all. */
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
              className="shrink-0 text-muted noscript:hidden print:hidden transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="px-5 pb-5">{content}</div>
        </details>
      ))}
    </div>
  )
}
