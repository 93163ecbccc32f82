import type { ReactNode } from 'react'

export type Key = string | number
export type Order = 'asc' | 'desc'

export type Column<Row> = {
  title: string
  /** `tabIndex` is for controls in the cell: only the active row's are in the tab order. */
  show: (row: Row, tabIndex: 0 | -1) => ReactNode
  /** The server's sort key; without it, the column isn't sortable. */
  sort?: string
  /** Sort direction of the first click; default 'asc'. */
  firstOrder?: Order
  /** A class for its width, such as 'w-40'; columns without one share the rest. */
  width?: string
  /** Right-aligned with tabular figures. */
  isNumber?: boolean
  /** Hidden when the list is narrow, such as next to a reading pane. */
  isExtra?: boolean
  /**
   * Position on a phone's card: heading, a line of its own, part of the last line (default), or hidden.
   */
  onPhone?: 'title' | 'line' | 'detail' | 'hidden'
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
