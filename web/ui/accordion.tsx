import { ChevronDown } from 'lucide-react'
import { Accordion as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'

export type AccordionItem = { id: string; title: string; content: ReactNode }

/**
 * One item open at a time, or none. Closed items stay in the document: the browser's own search in the page finds
 * them and opens them, search engines read them, and without JavaScript all of them show.
 */
export function Accordion({ items }: { items: AccordionItem[] }) {
  const [open, setOpen] = useState('')
  return (
    <Radix.Root
      type="single"
      collapsible
      value={open}
      onValueChange={setOpen}
      className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface"
    >
      {items.map(({ id, title, content }) => (
        <Radix.Item key={id} value={id}>
          <Radix.Header asChild>
            <h2 className="text-base tracking-normal">
              <Radix.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 px-5 py-3.5 text-left font-medium hover:bg-accent-soft focus-visible:-outline-offset-2 sm:text-lg">
                {title}
                <ChevronDown
                  aria-hidden
                  size={18}
                  className="shrink-0 text-muted noscript:hidden transition-transform duration-150 group-data-[state=open]:rotate-180"
                />
              </Radix.Trigger>
            </h2>
          </Radix.Header>
          <Panel isOpen={open === id} onFound={() => setOpen(id)}>
            {content}
          </Panel>
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}

type PanelProps = { isOpen: boolean; onFound: () => void; children: ReactNode }

function Panel({ isOpen, onFound, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = panel.current
    if (!element) return
    // React knows `hidden` as true or false only.
    if (!isOpen) element.setAttribute('hidden', 'until-found')
    element.addEventListener('beforematch', onFound)
    return () => element.removeEventListener('beforematch', onFound)
  }, [isOpen, onFound])

  return (
    <Radix.Content forceMount asChild>
      <div ref={panel} hidden={!isOpen} className="shown-without-scripts">
        <div className="px-5 pb-5">{children}</div>
      </div>
    </Radix.Content>
  )
}
