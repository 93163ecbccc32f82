import { type ReactNode, useState } from 'react'
import { BULK_MAX } from '#domain/bulk.ts'
import { messageOf } from '#web/admin/client.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/data-states.tsx'
import { Checkbox } from './checkbox.tsx'
import { layOut } from './layout.ts'
import { ListHead } from './list-head.tsx'
import { ListRow } from './list-row.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { LoadingList } from './loading-list.tsx'
import { extendTo, NO_SELECTION, toggleAll, toggleKey } from './selection.ts'
import type { Action, Column, Key } from './types.ts'
import { useActiveRow } from './use-active-row.ts'
import type { ListState } from './use-list.ts'

type Props<Row> = {
  /** The list's accessible name. */
  name: string
  list: ListState<Row>
  columns: Column<Row>[]
  keyOf: (row: Row) => Key
  /** A row's name, used in the labels of its controls: 'ada', 'the message from Ada'. */
  nameOf: (row: Row) => string
  /** The first is the row's button, the others are in the '⋯' menu. */
  actionsOf?: (row: Row) => Action[]
  /** Actions on at most BULK_MAX rows; makes rows selectable. */
  bulkActionsOf?: (rows: Row[], clear: () => void) => Action[]
  /** Called on click or Enter. */
  onOpen?: (row: Row) => void
  /** The row that is open next to the list; j and k open the next one. */
  openKey?: Key | null
  /** The row to focus initially, such as after closing its details. */
  startKey?: Key | null
  searchLabel?: string
  /** Shown when there are no rows at all. */
  empty: ReactNode
  noMatch: string
  failure: string
  /** The text of the count; default '50 of 62'. */
  noteOf?: (shown: number, total: number) => string | null
  /** Width of the first action's column in rem, if its label is long. */
  buttonWidth?: number
  /** Whether j, k, x and / control this list: at most one per page. */
  hasShortcuts?: boolean
}

/**
 * A generic list, sorted, searched and filtered through the URL (see useList), with selection, shortcuts, and empty,
 * loading and failed states. An ARIA grid, so that screen readers pass keys through and follow the focused row.
 */
export function List<Row>(props: Props<Row>) {
  const { name, list, columns, keyOf, nameOf, actionsOf, bulkActionsOf, onOpen, openKey = null } = props
  const { hasShortcuts = true } = props
  const { rows, address } = list
  const [selection, setSelection] = useState(NO_SELECTION)
  const order = rows.map(keyOf)
  const selected = bulkActionsOf ? rows.filter((row) => selection.keys.has(keyOf(row))) : []
  const clear = () => setSelection(NO_SELECTION)
  const { body, active, setActive, move } = useActiveRow({
    order,
    openKey,
    startKey: props.startKey ?? null,
    fetchMore: list.fetchMore,
  })

  const step = (by: -1 | 1) => {
    const row = rows[order.indexOf(move(by) ?? '')]
    if (row !== undefined && openKey !== null) onOpen?.(row)
  }
  const select = (key: Key, isRange: boolean) =>
    setSelection((current) => (isRange ? extendTo(current, key, order) : toggleKey(current, key)))
  const selectActive = (isRange: boolean) => {
    if (active !== null) select(active, isRange)
  }

  const isUsable = hasShortcuts && rows.length > 0
  useShortcut('j', 'Next row', () => step(1), { isEnabled: isUsable, isRepeatable: true })
  useShortcut('k', 'Previous row', () => step(-1), { isEnabled: isUsable, isRepeatable: true })
  useShortcut('x', 'Select the row', () => selectActive(false), {
    isEnabled: isUsable && bulkActionsOf !== undefined,
  })
  useShortcut('shift+x', 'Select up to the row', () => selectActive(true), {
    isEnabled: isUsable && bulkActionsOf !== undefined,
  })
  useShortcut('Escape', 'Clear the selection', clear, { isEnabled: selected.length > 0 })

  const isFilterable = address !== null && (props.searchLabel !== undefined || list.filters.length > 0)
  const hasToolbar = isFilterable || bulkActionsOf !== undefined
  const actions = rows.map((row) => actionsOf?.(row) ?? [])
  const hasSelection = bulkActionsOf !== undefined
  const layout = layOut({
    columns,
    actionCount: Math.max(0, ...actions.map(({ length }) => length)),
    hasSelection,
    canOpen: onOpen !== undefined,
    buttonWidth: props.buttonWidth,
  })
  const selectAll = bulkActionsOf && (
    <Checkbox
      label="Select all"
      isChecked={selected.length === rows.length}
      isMixed={selected.length > 0 && selected.length < rows.length}
      onToggle={() => setSelection((current) => toggleAll(current, order))}
    />
  )
  return (
    <div className="@container">
      {hasToolbar && (
        <ListToolbar
          searchLabel={props.searchLabel}
          filters={list.filters}
          columns={columns}
          address={address}
          selectAll={
            selectAll &&
            (rows.length > 0 || list.isPending) && (
              <span className={list.isPending ? 'invisible' : ''}>{selectAll}</span>
            )
          }
          hasShortcuts={hasShortcuts}
          selected={
            selected.length > 0 && bulkActionsOf
              ? {
                  count: selected.length,
                  actions: bulkActionsOf(selected, clear).map((action) => limited(action, selected.length)),
                  onClear: clear,
                }
              : null
          }
        />
      )}
      {list.error && (
        <div className="mb-4">
          <FailedState message={messageOf(list.error, props.failure)} onRetry={list.retry} />
        </div>
      )}
      {list.isPending && (
        <LoadingList columns={columns} hasSelection={hasSelection} hasActions={actionsOf !== undefined} />
      )}
      {!list.isPending && !list.error && rows.length === 0 && !list.fetchMore && !list.isFetchingMore && (
        <NoRows address={address} empty={props.empty} noMatch={props.noMatch} />
      )}
      {rows.length > 0 && (
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows can be focused and selected
          role="grid"
          aria-label={name}
          aria-rowcount={list.total + 1}
          aria-multiselectable={bulkActionsOf ? true : undefined}
          aria-busy={list.isOutdated}
          className="w-full table-fixed border-separate border-spacing-0 text-sm @max-2xl:block"
        >
          <ListHead
            columns={columns}
            address={address}
            hasToolbar={hasToolbar}
            layout={layout}
            selectAll={selectAll}
          />
          <tbody ref={body} className={`group list-body ${list.isOutdated ? 'opacity-60' : ''}`}>
            {rows.map((row, index) => {
              const key = keyOf(row)
              return (
                <ListRow
                  key={key}
                  row={row}
                  rowIndex={index + 2}
                  name={nameOf(row)}
                  columns={columns}
                  layout={layout}
                  actions={actions[index] ?? []}
                  isActive={key === (active ?? order[0])}
                  isOpen={key === openKey}
                  isSelected={bulkActionsOf ? selection.keys.has(key) : null}
                  onActivate={() => setActive(key)}
                  onOpen={onOpen && (() => onOpen(row))}
                  onSelect={(isRange) => select(key, isRange)}
                  onMove={step}
                />
              )
            })}
          </tbody>
        </table>
      )}
      {rows.length > 0 && <ListEnd list={list} noteOf={props.noteOf ?? showCount} />}
    </div>
  )
}

const limited = (action: Action, count: number): Action =>
  count > BULK_MAX
    ? { ...action, disabledReason: action.disabledReason ?? `At most ${BULK_MAX} at once` }
    : action

function NoRows({
  address,
  empty,
  noMatch,
}: Pick<Props<never>, 'empty' | 'noMatch'> & Pick<ListState<never>, 'address'>) {
  if (!address?.isFiltered) return empty
  return (
    <EmptyState title={noMatch}>
      <Button onClick={address.clearFilters}>Show all</Button>
    </EmptyState>
  )
}

/** The row count, and a button for the next page. */
function ListEnd<Row>({ list, noteOf }: Required<Pick<Props<Row>, 'list' | 'noteOf'>>) {
  const { rows, total, fetchMore, isFetchingMore } = list
  const note = noteOf(rows.length, total)
  if (note === null && !fetchMore) return null
  return (
    <div className="mt-3 flex min-h-11 items-center justify-between gap-3 text-muted text-sm">
      <p>{note}</p>
      {(fetchMore || isFetchingMore) && (
        <Button onClick={() => fetchMore?.()} aria-disabled={isFetchingMore}>
          Show more
        </Button>
      )}
    </div>
  )
}

const showCount = (shown: number, total: number) => `${shown.toLocaleString()} of ${total.toLocaleString()}`
