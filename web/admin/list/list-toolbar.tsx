import { Search, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { SEARCH_MAX } from '#domain/search.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { useTypingPause } from '#web/admin/use-typing-pause.ts'
import { IconButton } from '#web/ui/button.tsx'
import { controlLook } from '#web/ui/field.tsx'
import { ActionButton } from './action-button.tsx'
import { FilterSelect } from './filter-select.tsx'
import { RowMenu } from './row-menu.tsx'
import type { Action, Column, Filter } from './types.ts'
import type { ListAddress } from './use-list-address.ts'

type Props<Row> = {
  searchLabel: string | undefined
  filters: Filter[]
  columns: Column<Row>[]
  address: ListAddress | null
  /** Shown with cards, which have no header. */
  selectAll: ReactNode
  hasShortcuts: boolean
  /** Actions on the selected rows; replaces search and filters. */
  selected: { count: number; actions: Action[]; onClear: () => void } | null
}

/** Search and filters, or actions on the selection. Both have the same height, to avoid layout shifts. */
export function ListToolbar<Row>({
  searchLabel,
  filters,
  columns,
  address,
  selectAll,
  hasShortcuts,
  selected,
}: Props<Row>) {
  const isEmpty = searchLabel === undefined && filters.length === 0
  return (
    <div
      className={`sticky top-16 z-10 grid min-h-14 grid-cols-[minmax(0,1fr)] items-center bg-bg py-1.5 @2xl:h-14 ${isEmpty ? '@2xl:-mt-4' : ''}`}
    >
      <div className={`col-start-1 row-start-1 flex gap-2 @max-2xl:flex-wrap ${selected ? 'invisible' : ''}`}>
        {selectAll && <span className="flex items-center px-3 @2xl:hidden">{selectAll}</span>}
        {searchLabel !== undefined && address && (
          <SearchBox
            label={searchLabel}
            value={address.search}
            onSearch={address.setSearch}
            hasShortcut={hasShortcuts}
          />
        )}
        {address &&
          filters.map(({ name, label, options }) => (
            <FilterSelect
              key={name}
              label={label}
              value={address.filters[name] ?? ''}
              options={options}
              onChange={(value) => address.setFilter(name, value)}
            />
          ))}
        {address && <SortSelect columns={columns} address={address} />}
      </div>
      {selected && (
        <section
          aria-label="Selected rows"
          className="col-start-1 row-start-1 flex items-center gap-2 rounded-control bg-accent-soft py-1 pr-1 pl-3 text-sm"
        >
          <p aria-live="polite" className="mr-auto whitespace-nowrap font-medium">
            {selected.count.toLocaleString()} selected
          </p>
          {selected.actions.map((action, index) => (
            <span key={action.label} className={index === 0 ? '' : '@max-[27.5rem]:hidden'}>
              <ActionButton action={action} />
            </span>
          ))}
          {selected.actions.length > 1 && (
            <span className="@min-[27.5rem]:hidden">
              <RowMenu label="More actions" readActions={() => selected.actions.slice(1)} />
            </span>
          )}
          <IconButton label="Clear selection" onClick={selected.onClear} className="size-8! max-sm:size-11!">
            <X aria-hidden size={16} />
          </IconButton>
        </section>
      )}
    </div>
  )
}

/** For cards, which have no sort buttons. */
function SortSelect<Row>({ columns, address }: { columns: Column<Row>[]; address: ListAddress }) {
  const sortable = columns.flatMap(({ title, sort }) => (sort === undefined ? [] : [{ title, sort }]))
  if (sortable.length === 0) return null
  const { defaultSorting } = address
  const value = address.sorting ? `${address.sorting.order} ${address.sorting.sort}` : ''
  return (
    <select
      aria-label="Sort by"
      value={value}
      onChange={(event) => {
        const [order, sort = ''] = event.target.value.split(' ')
        address.setSorting({ sort, order: order === 'asc' ? 'asc' : 'desc' })
      }}
      className={`${controlLook(false)} w-auto! min-w-0 shrink sm:text-sm @2xl:hidden`}
    >
      {defaultSorting && !sortable.some(({ sort }) => sort === defaultSorting.sort) && (
        <option value={`${defaultSorting.order} ${defaultSorting.sort}`}>Newest first</option>
      )}
      {sortable.flatMap(({ title, sort }) => [
        <option key={`asc ${sort}`} value={`asc ${sort}`}>
          {title} ↑
        </option>,
        <option key={`desc ${sort}`} value={`desc ${sort}`}>
          {title} ↓
        </option>,
      ])}
    </select>
  )
}

type SearchBoxProps = { label: string; value: string; onSearch: (text: string) => void; hasShortcut: boolean }

/** Searches when typing pauses; '/' focuses it. */
function SearchBox({ label, value, onSearch, hasShortcut }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [lastSeen, setLastSeen] = useState(value)
  // The value changed elsewhere, such as by the Back button.
  if (value !== lastSeen) {
    setLastSeen(value)
    if (value !== text.trim()) setText(value)
  }
  useTypingPause(text, (typed) => {
    if (typed !== value) onSearch(typed)
  })
  useShortcut('/', label, () => input.current?.focus(), { isEnabled: hasShortcut })
  return (
    <div className="relative min-w-32 flex-1 @max-2xl:basis-[calc(100%-4rem)] @2xl:max-w-80">
      <Search
        aria-hidden
        size={16}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${controlLook(false)} pl-9 sm:text-sm`}
      />
    </div>
  )
}
