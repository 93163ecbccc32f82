import type { ReactNode } from 'react'

export type Key = string | number
export type Order = 'asc' | 'desc'

export type Column<Row> = {
  title: string
  /** `tabIndex` is for controls in the cell: only those of the active row are in the order of the Tab key. */
  show: (row: Row, tabIndex: 0 | -1) => ReactNode
  /** What the server calls it in `sort`; without it the list can't be sorted by this column. */
  sort?: string
  /** The order that the first press on its head brings: 'asc' unless given. */
  firstOrder?: Order
  /** A class for its width, such as 'w-40'; columns without one share what is left. */
  width?: string
  /** Numbers stand at the right, in figures of one width. */
  isNumber?: boolean
  /** Left out where the list is narrow, as it is beside a reading pane. */
  isExtra?: boolean
  /** On a phone, where a row is a card: its heading, a line, a part of the last line ('detail' unless given), or absent. */
  onPhone?: 'title' | 'line' | 'detail' | 'hidden'
}

export type Action = {
  label: string
  /** What it does, or the address that it leads to. */
  onSelect?: () => void
  href?: string
  isExternal?: boolean
  isDangerous?: boolean
  /** Why it can't be used now, such as 'Admins only': the action is shown with it, disabled. */
  refusal?: string | null | undefined
}

export type Filter = { name: string; label: string; options: { value: string; label: string }[] }
