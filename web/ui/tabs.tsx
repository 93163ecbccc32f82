import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'

type Tab = { id: string; title: string; panel: ReactNode }

type Props = {
  label: string
  tabs: Tab[]
  /** The chosen tab, where the caller keeps it; else the first one to begin with. */
  chosen?: string | undefined
  onChoose?: (id: string) => void
  className?: string
}

/** One of several panels. A panel is drawn when it is first chosen, and keeps its state and its room afterwards. */
export function Tabs({ label, tabs, chosen, onChoose, className = 'mb-4' }: Props) {
  const [own, setOwn] = useState(tabs[0]?.id ?? '')
  const current = chosen ?? own
  const [visited, setVisited] = useState([current])
  if (!visited.includes(current)) setVisited([...visited, current])

  function choose(id: string): void {
    setOwn(id)
    onChoose?.(id)
  }

  return (
    <Radix.Root value={current} onValueChange={choose}>
      <Radix.List
        aria-label={label}
        className={`flex gap-1 overflow-x-auto max-[17rem]:flex-wrap border-border border-b ${className}`}
      >
        {tabs.map(({ id, title }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="-mb-px min-h-10 border-transparent border-b-2 forced-colors:border-[Canvas] px-4 font-medium text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent forced-colors:data-[state=active]:border-[Highlight] data-[state=active]:text-text lg:min-h-11"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <div className="grid *:[grid-area:1/1]">
        {tabs.map(
          ({ id, panel }) =>
            visited.includes(id) && (
              <Radix.Content
                key={id}
                value={id}
                forceMount
                className="min-w-0 rounded-control data-[state=inactive]:invisible"
              >
                {panel}
              </Radix.Content>
            ),
        )}
      </div>
    </Radix.Root>
  )
}
