import { KEYWORD_MAX, type KeywordRow } from '#domain/keywords.ts'
import { readNumber } from './numbers.ts'

export type Cells = Partial<Record<keyof KeywordRow, unknown>>

export type SkipReason = 'no keyword' | 'too long' | 'unreadable' | 'total'

const REASONS: Record<SkipReason, string> = {
  'no keyword': 'it has no keyword',
  'too long': `its keyword is longer than ${KEYWORD_MAX} characters`,
  total: 'it is the total of the others',
  unreadable: 'its keyword has characters that cannot be read',
}

export const describeSkip = (reason: SkipReason): string => REASONS[reason]

export const describeColumns = (found: number, expected: number): string =>
  `it has ${found} ${found === 1 ? 'column' : 'columns'} instead of ${expected}`

export function readRow(cells: Cells): KeywordRow | SkipReason {
  const keyword = readKeyword(cells.keyword)
  if (keyword === '') return 'no keyword'
  if (keyword.length > KEYWORD_MAX) return 'too long'
  if (UNREADABLE.test(keyword) || !keyword.isWellFormed()) return 'unreadable'
  const volume = readFigure(cells.searchVolume, 'count')
  return {
    keyword,
    // Rank trackers write 0 for unranked pages.
    position: readFigure(cells.position, 'rank') || null,
    searchVolume: volume === null ? null : Math.round(volume),
    traffic: readFigure(cells.traffic, 'count'),
  }
}

const TOTAL =
  /^(?:(?:grand |sub)?totals?|gesamt|gesamtsumme|gesamtergebnis|summe|insgesamt|total général|totale|totaal|totalt|suma|razem|toplam|genel toplam|yhteensä|celkem|összesen|итого|всего|разом|合計|合计|总计|總計|합계|총계|الإجمالي|المجموع)(?:\s?:|$)/iu

/** 'Total', 'Gesamt' and 'Total: Account', as tools name the last rows. */
export const isTotal = (keyword: string): boolean => TOTAL.test(keyword)

/** Decoders replace invalid bytes with U+FFFD. */
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f\uFFFD]/

/** Spreadsheets mark text as the formula ="text". */
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
