import Papa from 'papaparse'
import { disarmFormulas } from '#domain/disarm-formulas.ts'

/** What a person could still go through. */
const KEPT_ROWS = 10_000
const KEPT_CHARACTERS = 2_000_000
const SHOWN_REASONS = 5

/** Collects the rows that are left out, as a CSV file that can be corrected and uploaded. */
export function createSkippedRows(names: string[]) {
  const reasons: string[] = []
  const kept: string[][] = []
  let characters = 0
  let count = 0

  function add(row: number, reason: string, cells: string[]): void {
    count++
    if (reasons.length < SHOWN_REASONS) reasons.push(`Row ${row}: ${reason}`)
    if (kept.length === KEPT_ROWS || characters >= KEPT_CHARACTERS) return
    kept.push([String(row), reason, ...cells].map(disarmFormulas))
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
  }

  const toFile = () =>
    count === 0 ? null : new Blob([Papa.unparse([['Row', 'Reason', ...names].map(disarmFormulas), ...kept])])

  return { add, summary: () => ({ skipped: count, reasons, skippedFile: toFile() }) }
}
