import { type ColumnRoom, hidingClasses } from '#web/ui/column-room.ts'
import type { Column } from './types.ts'

const SELECTION_WIDTH = 2.75
const BUTTON_WIDTH = 7
const MENU_WIDTH = 2.75

export type ListLayout = {
  /** Classes of each column's cells, in the header and in rows. */
  looks: string[]
  /** The columns of the first action and of the '⋯' menu, as far as any row has one. */
  actions: (ColumnRoom & { title: string; look: string })[]
}

type Parts<Row> = {
  columns: Column<Row>[]
  /** The largest number of actions of a row. */
  actionCount: number
  hasSelection: boolean
  canOpen: boolean
  /** In rem. */
  buttonWidth: number | undefined
}

/** Below 2xl, a list has cards instead of columns. */
export function layOut<Row>(parts: Parts<Row>): ListLayout {
  const { columns, actionCount, hasSelection, canOpen, buttonWidth = BUTTON_WIDTH } = parts
  const menu = { title: 'More actions', width: MENU_WIDTH, look: '' }
  // Hides first, because clicking the row does the same.
  const button = { title: 'Actions', width: buttonWidth, ...(canOpen ? { hides: 0 } : {}) }
  const shown = [...(actionCount > 0 ? [{ ...button, look: '' }] : []), ...(actionCount > 1 ? [menu] : [])]
  const hiding = hidingClasses([...columns, ...shown], hasSelection ? SELECTION_WIDTH : 0)
  return {
    looks: columns.map(({ isNumber, isText, width }, index) =>
      [
        hiding[index],
        width === undefined || isText ? 'truncate' : 'whitespace-nowrap @max-2xl:whitespace-normal',
        isNumber ? 'text-right tabular-nums' : '',
      ].join(' '),
    ),
    actions: shown.map((column, index) => ({ ...column, look: hiding[columns.length + index] ?? '' })),
  }
}

export const widthOf = ({ width }: ColumnRoom) => (width === undefined ? {} : { width: `${width}rem` })
