/** A character of the title, or null for an empty cell. */
export type Cell = string | null

export type Grid = { columns: number; rows: number }

const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/**
 * Puts each character as readers count them into a cell of the first grid that has room, else of the last one, which
 * ends with '…'. Words break only if longer than a row; words in another direction than the text keep theirs.
 */
export function layOutCells(text: string, grids: readonly Grid[]): Cell[][] {
  const isMirrored = RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '')
  const words = text.split(/\s+/).filter(Boolean)
  for (const [index, { columns, rows }] of grids.entries()) {
    const lines = wrap(words, columns, isMirrored)
    if (lines.length > rows && index < grids.length - 1) continue
    if (lines.length > rows) {
      lines.length = rows
      lines.at(-1)?.splice(columns - 1, 1, '…')
    }
    const above = Math.floor((rows - lines.length) / 2)
    return Array.from({ length: rows }, (_, row) => {
      const line = Array.from({ length: columns }, (_, column) => lines[row - above]?.[column] ?? null)
      return isMirrored ? line.reverse() : line
    })
  }
  return []
}

function wrap(words: string[], columns: number, isMirrored: boolean): Cell[][] {
  const lines: Cell[][] = []
  for (const word of words) {
    const characters = charactersOf(word)
    if (RIGHT_TO_LEFT.test(word) !== isMirrored) characters.reverse()
    const line = lines.at(-1)
    if (line && line.length + 1 + characters.length <= columns) line.push(null, ...characters)
    else
      for (let at = 0; at < characters.length; at += columns) lines.push(characters.slice(at, at + columns))
  }
  return lines
}
