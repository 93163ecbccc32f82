import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { moveFocus } from '#web/lib/arrow-keys.ts'

type Tab = { id: string; title: string; panel: ReactNode }

type Props = {
  label: string
  tabs: Tab[]
  /** Controlled if set; otherwise starts with the first tab. */
  chosen?: string | undefined
  onChoose?: (id: string) => void
  className?: string
}

/** Panels render when first chosen, then keep their state and space. */
export function Tabs({ label, tabs, chosen, onChoose, className = 'mb-4' }: Props) {
  const [ownChoice, setOwnChoice] = useState(tabs[0]?.id ?? '')
  const current = chosen ?? ownChoice
  const [visited, setVisited] = useState([current])
  if (!visited.includes(current)) setVisited([...visited, current])

  function choose(id: string): void {
    setOwnChoice(id)
    onChoose?.(id)
  }

  const group = useId()
  const tabId = (id: string) => `${group}-tab-${id}`
  const panelId = (id: string) => `${group}-panel-${id}`

  const chooseByKey = (event: KeyboardEvent<HTMLElement>) => {
    // Up and down scroll the page.
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return
    const row = event.currentTarget.parentElement?.querySelectorAll('button') ?? []
    moveFocus(event, [...row])?.click()
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        className={`flex gap-1 overflow-x-auto max-[17rem]:flex-wrap shadow-[inset_0_-1px_var(--color-border)] ${className}`}
      >
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={tabId(id)}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls={visited.includes(id) ? panelId(id) : undefined}
            tabIndex={id === current ? 0 : -1}
            onClick={() => choose(id)}
            onKeyDown={chooseByKey}
            className="min-h-10 border-transparent border-b-2 forced-colors:border-[Canvas] px-4 font-medium text-muted hover:text-text focus-visible:-outline-offset-2 aria-selected:border-accent forced-colors:aria-selected:border-[Highlight] aria-selected:text-text lg:min-h-11"
          >
            {title}
          </button>
        ))}
      </div>
      <div className="grid *:[grid-area:1/1]">
        {tabs.map(
          ({ id, panel }) =>
            visited.includes(id) && (
              <div
                key={id}
                id={panelId(id)}
                role="tabpanel"
                aria-labelledby={tabId(id)}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA tabs pattern puts the panel in the tab order
                tabIndex={0}
                className={`min-w-0 rounded-control ${id === current ? '' : 'invisible'}`}
              >
                {panel}
              </div>
            ),
        )}
      </div>
    </div>
  )
}
