import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Tab = { id: string; title: string; panel: ReactNode }

/** One of several panels, the first one to begin with; what is in a panel is drawn when it is first chosen. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <Radix.Root defaultValue={tabs[0]?.id}>
      <Radix.List aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-border border-b">
        {tabs.map(({ id, title }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="-mb-px min-h-11 border-transparent border-b-2 px-4 font-medium text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, panel }) => (
        <Radix.Content key={id} value={id} className="rounded-control">
          {panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
