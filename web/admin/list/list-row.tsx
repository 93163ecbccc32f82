import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo } from 'react'
import { ActionButton } from './action-button.tsx'
import { Checkbox } from './checkbox.tsx'
import { columnLook } from './list-head.tsx'
import { RowMenu } from './row-menu.tsx'
import type { Action, Column } from './types.ts'

const CELL = 'h-11 truncate px-3 sm:border-border sm:border-b'
const CARD = 'max-sm:h-auto max-sm:px-0'

/**
 * Position of a column on a card. Order: checkbox, title, actions, line break, lines, details.
 */
const CARD_CLASSES = {
  title: 'max-sm:order-2 max-sm:min-w-0 max-sm:flex-1 max-sm:text-base',
  line: 'max-sm:order-4 max-sm:w-full max-sm:whitespace-normal max-sm:line-clamp-3 max-sm:wrap-anywhere',
  detail: 'max-sm:order-5 max-sm:max-w-full max-sm:text-muted',
  hidden: 'max-sm:hidden',
} as const

export type RowEvents<Row> = {
  activate: (row: Row) => void
  open: ((row: Row) => void) | undefined
  select: (row: Row, isRange: boolean) => void
  move: (step: -1 | 1) => void
  actionsOf: ((row: Row) => Action[]) | undefined
}

type Props<Row> = {
  row: Row
  /** 1-based; the header is row 1. */
  rowIndex: number
  name: string
  columns: Column<Row>[]
  actions: Action[] | null
  hasWideActions: boolean
  /** Whether the row is in the tab order. */
  isActive: boolean
  isOpen: boolean
  canOpen: boolean
  /** Null without selection. */
  isSelected: boolean | null
  /** Stable across renders; holds the latest callbacks. */
  events: RefObject<RowEvents<Row>>
}

/** A row of 44 pixels, or a card on a phone. Memoized: a list may have hundreds of rows. */
export function ListRow<Row>({ actions, ...rest }: Props<Row>) {
  const { label = null, href, isExternal, isDangerous, disabledReason } = actions?.[0] ?? {}
  const shown = {
    ...rest,
    ...{ label, href, isExternal, isDangerous, disabledReason },
    hasActions: actions !== null,
    hasMenu: actions !== null && actions.length > 1,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all values that the row shows
  return useMemo(() => <RenderedRow {...shown} />, Object.values(shown))
}

type RenderedProps<Row> = Omit<Props<Row>, 'actions'> &
  Omit<Action, 'label' | 'onSelect'> & {
    /** The label of the first action. */
    label: string | null
    hasActions: boolean
    hasMenu: boolean
  }

function RenderedRow<Row>(props: RenderedProps<Row>) {
  const { row, rowIndex, name, columns, isActive, isOpen, canOpen, isSelected, events } = props
  const { hasActions, hasMenu, hasWideActions, label, href, isExternal, isDangerous, disabledReason } = props
  const onSelect = () => events.current.actionsOf?.(row)[0]?.onSelect?.()
  const primary = label === null ? null : { label, href, isExternal, isDangerous, disabledReason, onSelect }
  const tabIndex = isActive ? 0 : -1

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const { open, select, move } = events.current
    const runs: Record<string, (() => void) | undefined> = {
      Enter: open && (() => open(row)),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ' ': isSelected === null ? undefined : () => select(row, event.shiftKey),
    }
    const run = Object.hasOwn(runs, event.key) ? runs[event.key] : undefined
    if (!run) return
    event.preventDefault()
    run()
  }

  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isOnRowItself(event)) return
    const { activate, select, open } = events.current
    activate(row)
    if (event.shiftKey && isSelected !== null) return select(row, true)
    open?.(row)
  }

  return (
    <tr
      tabIndex={tabIndex}
      aria-rowindex={rowIndex}
      {...(isSelected === null ? {} : { 'aria-selected': isSelected })}
      aria-current={isOpen ? 'true' : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={() => events.current.activate(row)}
      className={`scroll-mt-42 scroll-mb-4 -outline-offset-2 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:rounded-card max-sm:border max-sm:border-border max-sm:bg-surface max-sm:p-3 max-sm:after:order-3 max-sm:after:w-full ${canOpen ? 'cursor-pointer' : ''} ${isSelected || isOpen ? 'bg-accent-soft! ' : '[:not(:has(>:focus-visible))>&]:hover:bg-accent-soft/60'}`}
    >
      {isSelected !== null && (
        <td className={`${CELL} ${CARD} max-sm:order-1`}>
          <Checkbox
            label={`Select ${name}`}
            isChecked={isSelected}
            tabIndex={tabIndex}
            onToggle={(isRange) => events.current.select(row, isRange)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.title}
          {...(index === 0 ? { role: 'rowheader' } : {})}
          className={`${CELL} ${CARD} ${CARD_CLASSES[column.onPhone ?? 'detail']} ${columnLook(column)}`}
        >
          {column.show(row, tabIndex)}
        </td>
      ))}
      {hasActions && (
        <td
          className={`${CELL} ${CARD} ${hasWideActions ? 'max-sm:order-6 max-sm:w-full' : 'max-sm:order-3'}`}
        >
          {primary && (
            <div className="flex items-center justify-end gap-1">
              {/* Hidden when space is tight: clicking the row does the same. */}
              <span className={canOpen ? 'sm:@max-3xl:hidden' : ''}>
                <ActionButton action={primary} subject={name} tabIndex={tabIndex} />
              </span>
              {hasMenu && (
                <RowMenu
                  label={`More actions for ${name}`}
                  readActions={() => events.current.actionsOf?.(row).slice(1) ?? []}
                  tabIndex={tabIndex}
                />
              )}
            </div>
          )}
        </td>
      )}
    </tr>
  )
}

/** False for clicks on its controls and menus, and at the end of a text selection. */
function isOnRowItself({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('a, button, input, label, select') === null && String(getSelection()) === ''
}
