import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { SEARCH_MAX } from '#domain/search.ts'
import { KeyCap } from '#web/admin/key-cap.tsx'
import { nameKey } from '#web/admin/shortcuts.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { Item, ItemGroup } from './match-items.ts'
import { useCommands } from './use-commands.ts'
import { useRecordSearch } from './use-record-search.ts'

export function Palette({ onClose }: { onClose: () => void }) {
  const focusReturn = useFocusReturn()
  const chosen = useRef<Item | null>(null)
  const run = (item: Item) => {
    chosen.current = item
    onClose()
  }
  // Runs after the dialog has closed, so that a dialog it opens gets the focus.
  useEffect(() => () => void setTimeout(() => chosen.current?.run()), [])

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50 data-[state=open]:animate-fade-in" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[10dvh] z-40 mx-auto flex max-h-[70dvh] max-w-xl flex-col overflow-hidden rounded-card border border-border bg-surface data-[state=open]:animate-fade-in"
        >
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <SearchPanel onRun={run} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SearchPanel({ onRun, onClose }: { onRun: (item: Item) => void; onClose: () => void }) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const commands = useCommands(search)
  const { groups: records, isSearching, isFailed } = useRecordSearch(search)
  const groups: ItemGroup[] = [...commands, ...records].filter(({ items }) => items.length > 0)
  const items = groups.flatMap((group) => group.items)
  const found = items.findIndex((item) => item.id === activeId)
  const activeIndex = Math.max(found, 0)
  const active = items[activeIndex]

  const choose = (index: number) => setActiveId(items.at(index % items.length)?.id ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => choose(activeIndex + 1),
      ArrowUp: () => choose(activeIndex - 1),
      Enter: () => active && onRun(active),
      'mod+k': onClose,
    }
    const move = moves[nameKey(event.nativeEvent) ?? '']
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    <>
      <div className="flex items-center gap-3 border-border border-b px-4">
        <Search aria-hidden size={18} className="shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${id}-${activeIndex}` : undefined}
          placeholder="Search posts, messages and users, or jump to…"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setActiveId(null)
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <ResultList id={id} groups={groups} activeIndex={activeIndex} onChoose={choose} onRun={onRun} />
      <p role="status" className="px-4 py-3 text-muted text-sm empty:hidden">
        {statusOf({ count: items.length, isSearching, isFailed })}
      </p>
    </>
  )
}

function statusOf({
  count,
  isSearching,
  isFailed,
}: {
  count: number
  isSearching: boolean
  isFailed: boolean
}) {
  if (isFailed) return 'Posts, messages and users could not be searched'
  if (isSearching) return 'Searching…'
  return count === 0 ? 'No results' : ''
}

type Props = {
  id: string
  groups: ItemGroup[]
  activeIndex: number
  onChoose: (index: number) => void
  onRun: (item: Item) => void
}

/** Focus stays in the search box (aria-activedescendant). */
function ResultList({ id, groups, activeIndex, onChoose, onRun }: Props) {
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
