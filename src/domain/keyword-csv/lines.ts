export function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cell += '"'
      at++
    } else if (character === '"') {
      isQuoted = !isQuoted
    } else if (character === delimiter && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else {
      cell += character
    }
  }
  cells.push(cell.trim())
  return cells
}
