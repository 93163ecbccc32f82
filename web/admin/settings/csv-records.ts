import Papa from 'papaparse'
import type { Header } from '#domain/keyword-csv/header.ts'
import { splitLine } from '#domain/keyword-csv/lines.ts'

type Format = Pick<Header, 'delimiter' | 'newline'> & {
  columns: number
  /** The row's number in the file, as spreadsheets count. */
  firstRow: number
  onRow: (cells: string[], row: number) => void
  /** A row with another number of columns than the header. */
  onMisfit: (cells: string[], row: number) => void
  /** A row longer than `RECORD_MAX`. */
  onEndless: (row: number) => void
}

export type RecordReader = {
  push(text: string): void
  /** No more text comes. */
  end(): void
}

/** A record can't be longer than this, in characters: a quote that nothing closes would swallow the rest of a file. */
export const RECORD_MAX = 1024 * 1024

type Found = { cells: string[]; isBroken: boolean; end: number }

/**
 * Reads the rows below a header from a text that comes in pieces. Line breaks inside quotes belong to the cell. Where
 * quotes don't close as they should, each line is a row of its own, as is a line that only then has all columns.
 */
export function createRecordReader({
  delimiter,
  newline,
  columns,
  firstRow,
  onRow,
  onMisfit,
  onEndless,
}: Format): RecordReader {
  let pending = ''
  let row = firstRow
  let isInEndlessLine = false

  function push(text: string): void {
    pending += isInEndlessLine ? afterLine(text) : text
    consume(false)
    if (pending.length > RECORD_MAX) breakUp()
  }

  function consume(isEnd: boolean): void {
    let start = 0
    // The last record of a piece may go on in the next one.
    let last: Found | null = null
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

  function take({ cells, isBroken }: Found, text: string): void {
    if (isBroken || cells.some(startsWithPaddedQuote)) takeLines(text)
    else if (cells.length === columns) accept(cells)
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
    const cells = splitLine(line, delimiter)
    if (cells.length === columns) accept(cells)
    else reject(cells)
  }

  function accept(cells: string[]): void {
    if (columns === 1 && cells[0]?.trim() === '') row++
    else onRow(cells, row++)
  }

  const reject = (cells: string[]) => onMisfit(cells, row++)

  function breakUp(): void {
    const end = pending.lastIndexOf(newline)
    if (end === -1) {
      onEndless(row++)
      isInEndlessLine = true
      pending = ''
      return
    }
    takeLines(pending.slice(0, end))
    pending = pending.slice(end + 1)
  }

  function afterLine(text: string): string {
    const end = text.indexOf(newline)
    isInEndlessLine = end === -1
    return end === -1 ? '' : text.slice(end + 1)
  }

  return { push, end: () => consume(true) }
}

/** Spaces before a quote hide it from the parser. */
const startsWithPaddedQuote = (cell: string) => cell.charCodeAt(0) <= 32 && cell.trimStart().startsWith('"')
