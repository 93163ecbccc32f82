import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { Store } from '#web/lib/store.ts'
import { ActionButton } from './action-button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { ListLayout } from './layout.ts'
import { RowMenu } from './row-menu.tsx'
import type { Action, Column, Key } from './types.ts'

const CELL =
  'h-11 border-border border-b px-3 @max-2xl:h-auto @max-2xl:max-w-full @max-2xl:border-0 @max-2xl:px-0'

/** Position of a column on a card. Order: checkbox, title, aside, lines, text and details, actions. */
const CARD_CLASSES = {
  title: '@max-2xl:order-1 @max-2xl:block! @max-2xl:flex-1 @max-2xl:basis-24 max-sm:text-base',
  aside: '@max-2xl:order-2 @max-2xl:block! @max-2xl:text-muted',
  line: '@max-2xl:order-3 @max-2xl:line-clamp-2! @max-2xl:w-full @max-2xl:whitespace-normal @max-2xl:wrap-anywhere',
  text: '@max-2xl:order-4 @max-2xl:block! @max-2xl:flex-1 @max-2xl:basis-56',
  detail: '@max-2xl:order-5 @max-2xl:block! @max-2xl:pr-2 @max-2xl:text-muted',
  hidden: '@max-2xl:hidden!',
} as const

const ROW =
  'scroll-mt-42 scroll-mb-4 -outline-offset-2 @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-1.5 @max-2xl:not-last:border-b @max-2xl:border-border @max-2xl:px-3 @max-2xl:py-1 @max-2xl:after:order-2 @max-2xl:after:w-full'

/**
 * The row that the mouse points at, until the keyboard moves on, marked for styles. A `:has` would restyle every row at
 * each key.
 */
let pointed: Element | null = null

function markPointed(row: Element): void {
  if (pointed === row) return
  unmarkPointed()
  pointed = row
  row.setAttribute('data-pointed', '')
}

export function unmarkPointed(): void {
  pointed?.removeAttribute('data-pointed')
  pointed = null
}

export type RowEvents<Row> = {
  open: ((row: Row) => void) | undefined
  select: (row: Row, isRange: boolean) => void
  move: (step: -1 | 1) => void
  actionsOf: ((row: Row) => Action[]) | undefined
}

type Props<Row> = {
  row: Row
  rowKey: Key
  /** 1-based; the header is row 1. */
  rowIndex: number
  name: string
  columns: Column<Row>[]
  layout: ListLayout
  actions: Action[]
  /** The key of the row in the tab order; null for the first. */
  active: Store<Key | null>
  isOpen: boolean
  canOpen: boolean
  /** Null without selection. */
  isSelected: boolean | null
  /** Stable across renders; holds the latest callbacks. */
  events: RefObject<RowEvents<Row>>
}

/** A row of 44 pixels, or a card on a phone. Memoized: a list may have hundreds of rows. */
export function ListRow<Row>({ actions, ...rest }: Props<Row>) {
  const { label = null, href, isExternal, isDangerous, disabledReason } = actions[0] ?? {}
  const shown = {
    ...rest,
    ...{ label, href, isExternal, isDangerous, disabledReason },
    hasMenu: actions.length > 1,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all values that the row shows
  return useMemo(() => <RenderedRow {...shown} />, Object.values(shown))
}

type RenderedProps<Row> = Omit<Props<Row>, 'actions'> &
  Omit<Action, 'label' | 'onSelect'> & {
    /** The label of the first action. */
    label: string | null
    hasMenu: boolean
  }

function RenderedRow<Row>(props: RenderedProps<Row>) {
  const { row, rowKey, rowIndex, name, columns, layout, active, isOpen, canOpen, isSelected, events } = props
  const { hasMenu, label, href, isExternal, isDangerous, disabledReason } = props
  const buttonCell = useRef<HTMLTableCellElement>(null)
  const isActive = () => (active.read() ?? (rowIndex === 2 ? rowKey : null)) === rowKey
  const tabIndex = useSyncExternalStore(active.subscribe, isActive) ? 0 : -1

  // Selecting the row renders only its checkbox.
  const cells = useMemo(() => {
    const onSelect = () => events.current.actionsOf?.(row)[0]?.onSelect?.()
    const primary = label === null ? null : { label, href, isExternal, isDangerous, disabledReason, onSelect }
    return (
      <>
        {columns.map((column, index) => (
          <td
            key={column.title}
            {...(index === 0 ? { role: 'rowheader' } : {})}
            className={`${CELL} ${layout.looks[index]} ${CARD_CLASSES[column.onCard ?? 'detail']}`}
          >
            {column.show(row, tabIndex)}
          </td>
        ))}
        {layout.actions[0] && (
          <td
            ref={buttonCell}
            className={`${CELL} pr-1! text-right last:pr-3! @max-2xl:order-6 ${layout.actions[0].look} ${canOpen ? '@max-2xl:hidden' : '@max-2xl:ml-auto @max-2xl:block'}`}
          >
            {primary && <ActionButton action={primary} subject={name} tabIndex={tabIndex} />}
          </td>
        )}
        {layout.actions[1] && (
          <td
            className={`${CELL} pl-0! @max-2xl:-mr-3 @max-2xl:order-6 ${canOpen ? '@max-2xl:ml-auto' : ''}`}
          >
            {hasMenu && (
              <RowMenu
                label={`More actions for ${name}`}
                readActions={() => {
                  const all = events.current.actionsOf?.(row) ?? []
                  return buttonCell.current?.checkVisibility() ? all.slice(1) : all
                }}
                tabIndex={tabIndex}
              />
            )}
          </td>
        )}
      </>
    )
  }, [
    row,
    name,
    columns,
    layout,
    tabIndex,
    canOpen,
    hasMenu,
    label,
    href,
    isExternal,
    isDangerous,
    disabledReason,
    events,
  ])

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
    const { select, open } = events.current
    active.set(rowKey)
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
      onFocus={() => active.set(rowKey)}
      onPointerMove={({ currentTarget }) => markPointed(currentTarget)}
      onPointerLeave={unmarkPointed}
      className={`${ROW} ${canOpen ? 'cursor-pointer' : ''} ${isSelected || isOpen ? 'bg-accent-soft! ' : 'hover:data-pointed:bg-accent-soft/60'}`}
    >
      {isSelected !== null && (
        <td className={CELL}>
          <Checkbox
            label={`Select ${name}`}
            isChecked={isSelected}
            tabIndex={tabIndex}
            onToggle={(isRange) => events.current.select(row, isRange)}
          />
        </td>
      )}
      {cells}
    </tr>
  )
}

/** False for clicks on its controls and menus, and at the end of a text selection. */
function isOnRowItself({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('a, button, input, label, select') === null && String(getSelection()) === ''
}
