/** What a column without a width gets at least, in rem. */
const MAIN_WIDTH = 14

export type ColumnRoom = {
  /** In rem, without which no cell is cut off; columns without one share the rest. */
  width?: number
  /** The order in which columns hide as the table gets narrower, from 1; without it, a column never hides. */
  hides?: number
}

/**
 * Classes that hide each column while the container lacks the room for it and all that hide later. `reserved` is the
 * room of other cells, in rem. Tailwind is told of these classes in web/admin/admin.css.
 */
export function hidingClasses(columns: readonly ColumnRoom[], reserved = 0): string[] {
  return columns.map(({ hides }) => {
    if (hides === undefined) return ''
    const kept = columns.filter((other) => (other.hides ?? hides) >= hides)
    const room = kept.reduce((sum, { width = MAIN_WIDTH }) => sum + width, reserved)
    return `@max-[${2 * Math.ceil(room / 2)}rem]:hidden`
  })
}
