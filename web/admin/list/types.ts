import type { ReactNode } from 'react'
import type { ColumnRoom } from '#web/ui/column-room.ts'

export type Key = string | number
export type Order = 'asc' | 'desc'

/** Columns without a width are the main ones. */
export type Column<Row> = ColumnRoom & {
  title: string
  /** `tabIndex` is for controls in the cell: only the active row's are in the tab order. */
  show: (row: Row, tabIndex: 0 | -1) => ReactNode
  /** The server's sort key; without it, the column isn't sortable. */
  sort?: string
  /** Sort direction of the first click; default 'asc'. */
  firstOrder?: Order
  /** Right-aligned with tabular figures. */
  isNumber?: boolean
  /** Texts of any length, which end in an ellipsis, as main columns do. */
  isText?: boolean
  /**
   * Position on the card of a narrow list: heading, next to the heading, a line of its own, a line that it shares with
   * details, part of the last line (default), or hidden.
   */
  onCard?: 'title' | 'aside' | 'line' | 'text' | 'detail' | 'hidden'
}

export type Action = {
  label: string
  /** Called on click; optional if `href` is set. */
  onSelect?: () => void
  href?: string
  isExternal?: boolean
  isDangerous?: boolean
  /** Why the action is disabled, such as 'Admins only'. */
  disabledReason?: string | null | undefined
}

export type Filter = { name: string; label: string; options: { value: string; label: string }[] }
