import { KEYWORD_MAX, type KeywordRow } from '#domain/keywords.ts'
import { readNumber } from './numbers.ts'

/** What the mapped columns of a row hold; a caller of the API may send numbers as such. */
export type Cells = Partial<Record<keyof KeywordRow, unknown>>

export type SkipReason = 'no keyword' | 'too long' | 'unreadable'

const REASONS: Record<SkipReason, string> = {
  'no keyword': 'it has no keyword',
  'too long': `its keyword is longer than ${KEYWORD_MAX} characters`,
  unreadable: 'its keyword has characters that cannot be read',
}

export const describeSkip = (reason: SkipReason): string => REASONS[reason]

export const describeColumns = (found: number, expected: number): string =>
  `it has ${found} ${found === 1 ? 'column' : 'columns'} instead of ${expected}`

/** A row as it is stored, or why it is not. */
export function readRow(cells: Cells): KeywordRow | SkipReason {
  const keyword = readKeyword(cells.keyword)
  if (keyword === '') return 'no keyword'
  if (keyword.length > KEYWORD_MAX) return 'too long'
  if (UNREADABLE.test(keyword) || !keyword.isWellFormed()) return 'unreadable'
  const volume = readFigure(cells.searchVolume, 'count')
  return {
    keyword,
    // Rank trackers write 0 for a page that is not among the results.
    position: readFigure(cells.position, 'rank') || null,
    searchVolume: volume === null ? null : Math.round(volume),
    traffic: readFigure(cells.traffic, 'count'),
  }
}

/** U+FFFD stands where the file's bytes were no text. */
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f\uFFFD]/

/** Spreadsheets are told that something is a text by writing it as the formula ="text". */
const TEXT_FORMULA = /^="(.*)"$/s

function readKeyword(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : ''
  const lines = unwrap(text.trim()).split(/[\r\n]+/)
  return lines.length === 1 ? (lines[0] ?? '') : lines.map((line) => line.trim()).join(' ')
}

const unwrap = (text: string) => TEXT_FORMULA.exec(text)?.[1]?.trim() ?? text

function readFigure(cell: unknown, kind: 'count' | 'rank'): number | null {
  if (typeof cell === 'number') return cell >= 0 && cell <= Number.MAX_SAFE_INTEGER ? cell : null
  return typeof cell === 'string' ? readNumber(unwrap(cell.trim()), kind) : null
}
