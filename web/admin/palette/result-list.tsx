import { useEffect, useRef } from 'react'
import { KeyCap } from '#web/admin/key-cap.tsx'
import type { Item, ItemGroup } from './match-items.ts'

type Props = {
  id: string
  groups: ItemGroup[]
  activeIndex: number
  onChoose: (index: number) => void
  onRun: (item: Item) => void
}

/** Focus stays in the search box (aria-activedescendant). */
export function ResultList({ id, groups, activeIndex, onChoose, onRun }: Props) {
  const items = groups.flatMap((group) => group.items)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the active option changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])

  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label="Results"
      className="min-h-0 overflow-y-auto p-2 empty:p-0"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a list box
        <div key={group.label} role="group" aria-labelledby={`${id}-${group.label}`} className="pb-1">
          <p id={`${id}-${group.label}`} className="px-2.5 pt-1.5 pb-1 text-muted text-sm">
            {group.label}
          </p>
          {group.items.map((item) => {
            const index = items.indexOf(item)
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keys
              <div
                key={item.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === activeIndex}
                onPointerMove={() => index !== activeIndex && onChoose(index)}
                onClick={() => onRun(item)}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 text-sm aria-selected:bg-accent-soft forced-colors:aria-selected:outline-2"
              >
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.detail && <span className="max-w-2/5 truncate text-muted">{item.detail}</span>}
                {item.key && <KeyCap name={item.key} />}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
