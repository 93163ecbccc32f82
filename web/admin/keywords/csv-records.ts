import Papa from 'papaparse'
import type { Header } from '#domain/keyword-csv/header.ts'
import { splitLine } from '#domain/keyword-csv/lines.ts'

type Format = Pick<Header, 'delimiter' | 'newline'> & {
  columns: number
  /** 1-based, as in spreadsheets. */
  firstRow: number
  onRow: (cells: string[], row: number) => void
  /** Called for rows whose column count differs from the header's. */
  onColumnMismatch: (cells: string[], row: number) => void
  /** Called for rows longer than `RECORD_MAX`. */
  onOverlong: (row: number) => void
}

export type RecordReader = {
  push(text: string): void
  end(): void
}

/** In characters. Without a limit, an unclosed quote would consume the rest of the file. */
export const RECORD_MAX = 1024 * 1024

type ParsedRecord = { cells: string[]; isBroken: boolean; end: number }

/**
 * Parses the rows below a header from text in pieces. Cells may contain line breaks in quotes. If quotes are
 * unbalanced, each line becomes a row of its own.
 */
export function createRecordReader({
  delimiter,
  newline,
  columns,
  firstRow,
  onRow,
  onColumnMismatch,
  onOverlong,
}: Format): RecordReader {
  let pending = ''
  let row = firstRow
  let isInOverlongLine = false
  /** Empty cells behind the last column, as in the first row. */
  let surplus: number | null = null

  function push(text: string): void {
    pending += isInOverlongLine ? afterLine(text) : text
    consume(false)
    if (pending.length > RECORD_MAX) splitPending()
  }

  function consume(isEnd: boolean): void {
    let start = 0
    // The last record of a piece may continue in the next one.
    let last: ParsedRecord | null = null
    const takeLast = () => {
      if (!last) return
      take(last, pending.slice(start, last.end))
      start = last.end
    }
    Papa.parse<string[]>(pending, {
      delimiter,
      newline,
      step: ({ data, errors, meta }) => {
        takeLast()
        last = { cells: data, isBroken: errors.length > 0, end: meta.cursor }
      },
    })
    if (isEnd) takeLast()
    pending = pending.slice(start)
  }

  function take({ cells: found, isBroken }: ParsedRecord, text: string): void {
    if (isBroken || found.some(startsWithPaddedQuote)) return void takeLines(text)
    const cells = withoutSurplus(found)
    if (cells.length === columns) accept(cells)
    else if (text.trimEnd().includes(newline)) reject(cells)
    else takeLine(text)
  }

  function takeLines(text: string): void {
    const lines = text.split(newline)
    if (text.endsWith(newline)) lines.pop()
    for (const line of lines) takeLine(line)
  }

  function takeLine(line: string): void {
    if (line.trim() === '') {
      row++
      return
    }
    const cells = withoutSurplus(splitLine(line, delimiter))
    if (cells.length === columns) accept(cells)
    else reject(cells)
  }

  function withoutSurplus(cells: string[]): string[] {
    const isPadded = cells.slice(columns).every(isBlank)
    if (!cells.every(isBlank)) surplus ??= isPadded ? cells.length - columns : 0
    return isPadded && cells.length - columns === surplus ? cells.slice(0, columns) : cells
  }

  function accept(cells: string[]): void {
    if (columns === 1 && cells[0]?.trim() === '') row++
    else onRow(cells, row++)
  }

  const reject = (cells: string[]) => onColumnMismatch(cells, row++)

  function splitPending(): void {
    const end = pending.lastIndexOf(newline)
    if (end === -1) {
      onOverlong(row++)
      isInOverlongLine = true
      pending = ''
      return
    }
    takeLines(pending.slice(0, end))
    pending = pending.slice(end + 1)
  }

  function afterLine(text: string): string {
    const end = text.indexOf(newline)
    isInOverlongLine = end === -1
    return end === -1 ? '' : text.slice(end + 1)
  }

  return { push, end: () => consume(true) }
}

const isBlank = (cell: string) => cell.trim() === ''

/** The parser ignores quotes after spaces. */
const startsWithPaddedQuote = (cell: string) => cell.charCodeAt(0) <= 32 && cell.trimStart().startsWith('"')
