import Papa from 'papaparse'
import { disarmFormulas } from '#domain/disarm-formulas.ts'

/** As many as a person could check. */
const ROWS_MAX = 10_000
const CHARACTERS_MAX = 2_000_000
const SHOWN_REASONS = 5

/** Collects skipped rows as a CSV file to correct and upload again. */
export function createSkippedRows(names: string[]) {
  const reasons: string[] = []
  const rows: string[][] = []
  let characters = 0
  let count = 0

  function add(row: number, reason: string, cells: string[]): void {
    count++
    if (reasons.length < SHOWN_REASONS) reasons.push(`Row ${row}: ${reason}`)
    if (rows.length === ROWS_MAX || characters >= CHARACTERS_MAX) return
    rows.push([String(row), reason, ...cells].map(disarmFormulas))
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
  }

  const toFile = () =>
    count === 0 ? null : new Blob([Papa.unparse([['Row', 'Reason', ...names].map(disarmFormulas), ...rows])])

  return { add, summary: () => ({ skipped: count, reasons, skippedFile: toFile() }) }
}
