/**
 * Where a spreadsheet would take what follows for a formula: at the start of a text, and behind all that ends a cell in
 * some country or program. Where cells end with semicolons, the quotes around a text are none.
 */
const FORMULA = /(?:^|[;\t\r\n])(?=[ "]*[=+\-@＝＋－＠])/g
const BLANK_START = /^[\t\r\n]/

/** A text for a cell of a CSV file: formulas get an apostrophe in front. */
export function disarmFormulas(cell: string): string {
  const text = cell.replace(FORMULA, "$&'")
  return BLANK_START.test(text) ? `'${text}` : text
}
