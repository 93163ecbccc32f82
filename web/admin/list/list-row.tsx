import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import { columnLook } from './list-head.tsx'
import { RowMenu } from './row-menu.tsx'
import type { Action, Column } from './types.ts'

const CELL = 'h-11 truncate px-3 sm:border-border sm:border-b'
const CARD = 'max-sm:h-auto max-sm:px-0'

/**
 * Where a column stands on a card, whose parts come in this order: checkbox, title, actions, a line break, lines,
 * details.
 */
const PLACES = {
  title: 'max-sm:order-2 max-sm:min-w-0 max-sm:flex-1 max-sm:text-base',
  line: 'max-sm:order-4 max-sm:w-full max-sm:whitespace-normal max-sm:line-clamp-3 max-sm:wrap-anywhere',
  detail: 'max-sm:order-5 max-sm:max-w-full max-sm:text-muted',
  hidden: 'max-sm:hidden',
} as const

type Props<Row> = {
  row: Row
  /** From 1, the head included. */
  rowIndex: number
  name: string
  columns: Column<Row>[]
  actions: Action[] | null
  hasWideActions: boolean
  /** Whether the row is in the order of the Tab key. */
  isActive: boolean
  isOpen: boolean
  /** null in a list without selection. */
  isSelected: boolean | null
  onActivate: () => void
  onOpen: (() => void) | null
  onSelect: (isRange: boolean) => void
  onMove: (step: -1 | 1) => void
}

/** A row of 44 pixels; a card on a phone. */
export function ListRow<Row>(props: Props<Row>) {
  const { row, rowIndex, name, columns, actions, isActive, isOpen, isSelected } = props
  const tabIndex = isActive ? 0 : -1
  const [primary, ...others] = actions ?? []

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    const run = { Enter: props.onOpen, ArrowDown: () => props.onMove(1), ArrowUp: () => props.onMove(-1) }
    const { key } = event
    if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return
    event.preventDefault()
    run[key]?.()
  }

  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isOnRowItself(event)) return
    props.onActivate()
    if (event.shiftKey && isSelected !== null) return props.onSelect(true)
    props.onOpen?.()
  }

  return (
    <tr
      tabIndex={tabIndex}
      aria-rowindex={rowIndex}
      {...(isSelected === null ? {} : { 'aria-selected': isSelected })}
      aria-current={isOpen ? 'true' : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={props.onActivate}
      className={`scroll-mt-42 scroll-mb-4 -outline-offset-2 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:rounded-card max-sm:border max-sm:border-border max-sm:bg-surface max-sm:p-3 max-sm:after:order-3 max-sm:after:w-full ${props.onOpen ? 'cursor-pointer' : ''} ${isSelected || isOpen ? 'bg-accent-soft! ' : 'hover:bg-accent-soft/60'}`}
    >
      {isSelected !== null && (
        <td className={`${CELL} ${CARD} max-sm:order-1`}>
          <Checkbox
            label={`Select ${name}`}
            isChecked={isSelected}
            tabIndex={tabIndex}
            onToggle={props.onSelect}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.title}
          {...(index === 0 ? { role: 'rowheader' } : {})}
          className={`${CELL} ${CARD} ${PLACES[column.onPhone ?? 'detail']} ${columnLook(column)}`}
        >
          {column.show(row, tabIndex)}
        </td>
      ))}
      {actions && (
        <td
          className={`${CELL} ${CARD} ${props.hasWideActions ? 'max-sm:order-6 max-sm:w-full' : 'max-sm:order-3'}`}
        >
          {primary && (
            <div className="flex items-center justify-end gap-1">
              {/* Where there is no room for it, a press on the row has to do. */}
              <span className={props.onOpen ? 'sm:@max-3xl:hidden' : ''}>
                <ActionButton action={primary} subject={name} tabIndex={tabIndex} />
              </span>
              {others.length > 0 && (
                <RowMenu label={`More actions for ${name}`} actions={others} tabIndex={tabIndex} />
              )}
            </div>
          )}
        </td>
      )}
    </tr>
  )
}

type CheckboxProps = {
  label: string
  isChecked: boolean
  isMixed?: boolean
  tabIndex?: number
  onToggle: (isRange: boolean) => void
}

/** With a target of 24 pixels around it, 44 on a phone. */
export function Checkbox({
  label,
  isChecked,
  isMixed = false,
  tabIndex,
  onToggle,
}: CheckboxProps): ReactNode {
  return (
    <label className="-m-2 inline-flex p-2 align-middle max-sm:p-3.5">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        tabIndex={tabIndex}
        // The change has no word of the shift key.
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => undefined}
        className="size-4 accent-(--accent)"
      />
    </label>
  )
}

/** Not on a control in it, not in a menu that belongs to it, and not at the end of selecting text. */
function isOnRowItself({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('a, button, input, label, select') === null && String(getSelection()) === ''
}
