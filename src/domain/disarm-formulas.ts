/** Start of a formula in this cell, or in a later one if the reader splits at another separator. Quotes don't help. */
const FORMULA = /(?:^|[;\t\r\n])(?=[ "]*[=+\-@＝＋－＠])/g
const BLANK_START = /^[\t\r\n]/

/** Prevents CSV formula injection: prefixes formulas with an apostrophe. */
export function disarmFormulas(cell: string): string {
  const text = cell.replace(FORMULA, "$&'")
  return BLANK_START.test(text) ? `'${text}` : text
}
