/**
 * The cells of one line: a cell may be in quotes with delimiters inside, a doubled quote inside quotes is a quote, and
 * the spaces around a cell are not part of it.
 */
export function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (sign === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cell += '"'
      at++
    } else if (sign === '"') {
      isQuoted = !isQuoted
    } else if (sign === delimiter && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else {
      cell += sign
    }
  }
  cells.push(cell.trim())
  return cells
}
