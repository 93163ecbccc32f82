import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { ActionButton } from './action-button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { ListLayout } from './layout.ts'
import { RowMenu } from './row-menu.tsx'
import type { Action, Column } from './types.ts'

const CELL = 'list-cell h-11 border-border border-b px-3'

type Props<Row> = {
  row: Row
  /** 1-based; the header is row 1. */
  rowIndex: number
  name: string
  columns: Column<Row>[]
  layout: ListLayout
  actions: Action[]
  /** Whether the row is in the tab order. */
  isActive: boolean
  isOpen: boolean
  /** Null without selection. */
  isSelected: boolean | null
  onActivate: () => void
  onOpen: (() => void) | undefined
  onSelect: (isRange: boolean) => void
  onMove: (by: -1 | 1) => void
}

/** A row of 44 pixels, or a card on a phone. */
export function ListRow<Row>(props: Props<Row>) {
  const { row, rowIndex, name, columns, layout, actions, isOpen, isSelected } = props
  const { onActivate, onOpen, onSelect, onMove } = props
  const buttonCell = useRef<HTMLTableCellElement>(null)
  const tabIndex = props.isActive ? 0 : -1
  const [primary, ...others] = actions

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const runs: Record<string, (() => void) | undefined> = {
      Enter: onOpen,
      ArrowDown: () => onMove(1),
      ArrowUp: () => onMove(-1),
      ' ': isSelected === null ? undefined : () => onSelect(event.shiftKey),
    }
    const run = Object.hasOwn(runs, event.key) ? runs[event.key] : undefined
    if (!run) return
    event.preventDefault()
    run()
  }

  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isOnRowItself(event)) return
    onActivate()
    if (event.shiftKey && isSelected !== null) return onSelect(true)
    onOpen?.()
  }

  return (
    <tr
      tabIndex={tabIndex}
      aria-rowindex={rowIndex}
      {...(isSelected === null ? {} : { 'aria-selected': isSelected })}
      aria-current={isOpen ? 'true' : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={onActivate}
      className={`list-row scroll-mt-42 scroll-mb-4 -outline-offset-2 ${onOpen ? 'cursor-pointer' : ''} ${isSelected || isOpen ? 'bg-accent-soft' : 'group-not-has-[tr:focus-visible]:hover:bg-accent-soft/60'}`}
    >
      {isSelected !== null && (
        <td className={CELL}>
          <Checkbox label={`Select ${name}`} isChecked={isSelected} tabIndex={tabIndex} onToggle={onSelect} />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.title}
          {...(index === 0 ? { role: 'rowheader' } : {})}
          className={`${CELL} ${layout.looks[index]} card-${column.onCard ?? 'detail'}`}
        >
          {column.show(row, tabIndex)}
        </td>
      ))}
      {layout.actions[0] && (
        <td
          ref={buttonCell}
          className={`${CELL} pr-1! text-right last:pr-3! ${layout.actions[0].look} ${onOpen ? 'card-hidden' : 'card-actions'}`}
        >
          {primary && <ActionButton action={primary} subject={name} tabIndex={tabIndex} />}
        </td>
      )}
      {layout.actions[1] && (
        <td className={`${CELL} -mr-3 pl-0! ${onOpen ? 'card-actions' : 'order-6'}`}>
          {others.length > 0 && (
            <RowMenu
              label={`More actions for ${name}`}
              readActions={() => (buttonCell.current?.checkVisibility() ? others : actions)}
              tabIndex={tabIndex}
            />
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
