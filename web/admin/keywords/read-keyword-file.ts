import Papa from 'papaparse'
import { disarmFormulas } from '#domain/disarm-formulas.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { FIELDS, type Field, type Mapping, mapColumns, namesToSend } from '#domain/keyword-csv/columns.ts'
import { findHeader, type Header } from '#domain/keyword-csv/header.ts'
import { describeColumns, describeSkip, isTotal, readRow } from '#domain/keyword-csv/row.ts'
import { CSV_MAX_COLUMNS, type FileProblem, keywordKey } from '#domain/keywords.ts'
import { detectEncoding, type Encoding, isText } from '#domain/text-encoding.ts'
import { nextTask } from '#web/lib/scheduling.ts'
import { createRecordReader, RECORD_MAX } from './csv-records.ts'

export type Summary = {
  encoding: Encoding
  names: string[]
  mapping: Mapping
  /** The first rows, with long cells truncated. */
  samples: string[][]
  rows: number
  duplicates: number
  skipped: number
  /** Reasons for the first skipped rows. */
  reasons: string[]
  /** The skipped rows and reasons as CSV; null if none. */
  skippedFile: Blob | null
  parts: number
}

export type FileReading =
  | { problem: FileProblem; detail: string | null }
  /** Each part is JSON text: row objects separated by commas. */
  | { problem: null; summary: Summary; parts: Blob[] }

export type ReadingOptions = {
  /** Overrides the mapping detected from the column names. */
  mapping?: Mapping | undefined
  /** Overrides the detected encoding. */
  encoding?: Encoding | undefined
  /** `share` is between 0 and 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

const PIECE_BYTES = 1024 * 1024
const PART_ROWS = 10_000
/** Proxies such as nginx accept 1 MiB by default. */
const PART_BYTES = 1_000_000
const SAMPLES = 5
const SAMPLE_CHARACTERS = 60
/** As many skipped rows as a person could check. */
const SKIPPED_ROWS_MAX = 10_000
const SKIPPED_CHARACTERS_MAX = 2_000_000
const SHOWN_REASONS = 5
const ASCII = /^[\u0000-\u007f]*$/

/**
 * Parses a CSV file of keywords in pieces, between which the page responds. Rejects with the browser's error if the file
 * can't be read.
 */
export async function readKeywordFile(
  file: Blob,
  { mapping, encoding: chosen, onProgress = () => undefined, signal }: ReadingOptions = {},
): Promise<FileReading> {
  const start = new Uint8Array(await file.slice(0, PIECE_BYTES).arrayBuffer())
  const encoding = chosen ?? detectEncoding(start)
  const pieces = textPieces(file, encoding)
  const first = await pieces.next()
  const head = first.done ? '' : first.value.text
  if (!isText(head)) return problem('format', 'The file is not a text file.')
  const header = findHeader(head)
  if (!header) return problem('empty')
  if (header.end === head.length && file.size > PIECE_BYTES)
    return problem('format', 'The first line does not end.')
  if (header.names.length > CSV_MAX_COLUMNS) {
    return problem(
      'format',
      `The file has ${header.names.length} columns; at most ${CSV_MAX_COLUMNS} are read.`,
    )
  }

  const rows = collectRows(header, mapping ?? mapColumns(header.names))
  onProgress(0)
  await nextTask()
  rows.push(head.slice(header.end))
  onProgress(first.done ? 1 : first.value.share)
  for await (const { text, share } of pieces) {
    if (text.includes('\0')) return problem('format', 'The file is not a text file.')
    rows.push(text)
    signal?.throwIfAborted()
    onProgress(share)
  }
  const { summary, parts } = rows.end()
  // An explicit choice may be changed again, so it isn't an error.
  const isEmpty = summary.rows === 0 && mapping === undefined && chosen === undefined
  if (isEmpty) return problem('empty', summary.reasons[0])
  return { problem: null, summary: { ...summary, encoding }, parts }
}

const problem = (problem: FileProblem, detail: string | null = null): FileReading => ({ problem, detail })

async function* textPieces(file: Blob, encoding: Encoding): AsyncGenerator<{ text: string; share: number }> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const end = Math.min(at + PIECE_BYTES, file.size)
    const bytes = new Uint8Array(await file.slice(at, end).arrayBuffer())
    yield { text: decoder.decode(bytes, { stream: end < file.size }), share: end / file.size }
  }
}

type ReadRow = { cells: string[]; row: number; keyword: string }

/** Stores rows as JSON text, because objects of a million cells would fill the memory. */
function collectRows({ names, delimiter, newline, line }: Header, mapping: Mapping) {
  const sent = [...namesToSend(names, mapping)]
  const seen = new Set<string>()
  const samples: string[][] = []
  const skippedRows = createSkippedRows(names)
  const parts: Blob[] = []
  let texts: string[] = []
  let bytes = 0
  let rows = 0
  /** Totals come after all other rows; elsewhere, the same words are keywords. */
  const totals: ReadRow[] = []

  const finishPart = () => {
    if (texts.length === 0) return
    parts.push(new Blob([texts.join(',')]))
    texts = []
    bytes = 0
  }

  const store = ({ cells, keyword }: ReadRow) => {
    rows++
    seen.add(keywordKey(keyword))
    const text = JSON.stringify(
      Object.fromEntries(sent.map(([field, name]) => [name, cellOf(cells, mapping, field)])),
    )
    const size = sizeOf(text) + 1
    if (bytes + size > PART_BYTES || texts.length === PART_ROWS) finishPart()
    texts.push(text)
    bytes += size
  }

  const reader = createRecordReader({
    delimiter,
    newline,
    columns: names.length,
    firstRow: line + 1,
    onColumnMismatch: (cells, row) =>
      skippedRows.add(row, describeColumns(cells.length, names.length), cells),
    onOverlong: (row) => skippedRows.add(row, `it is longer than ${formatBytes(RECORD_MAX)}`, []),
    onRow: (cells, row) => {
      if (samples.length < SAMPLES) samples.push(cells.map((cell) => cell.trim().slice(0, SAMPLE_CHARACTERS)))
      if (mapping.keyword === null) {
        rows++
        return
      }
      const read = readRow(fieldsOf(cells, mapping))
      if (typeof read === 'string') return skippedRows.add(row, describeSkip(read), cells)
      const total = totals.splice(0)
      if (isTotal(read.keyword)) totals.push(...total, { cells, row, keyword: read.keyword })
      else for (const one of [...total, { cells, row, keyword: read.keyword }]) store(one)
    },
  })

  return {
    push: reader.push,
    end: (): { summary: Omit<Summary, 'encoding'>; parts: Blob[] } => {
      reader.end()
      for (const { cells, row } of totals) skippedRows.add(row, describeSkip('total'), cells)
      finishPart()
      const duplicates = mapping.keyword === null ? 0 : rows - seen.size
      return {
        summary: { names, mapping, samples, rows, duplicates, ...skippedRows.summary(), parts: parts.length },
        parts,
      }
    },
  }
}

/** Collects skipped rows as a CSV file to correct and upload again. */
function createSkippedRows(names: string[]) {
  const reasons: string[] = []
  const rows: string[][] = []
  let characters = 0
  let count = 0

  function add(row: number, reason: string, cells: string[]): void {
    count++
    if (reasons.length < SHOWN_REASONS) reasons.push(`Row ${row}: ${reason}`)
    if (rows.length === SKIPPED_ROWS_MAX || characters >= SKIPPED_CHARACTERS_MAX) return
    rows.push([String(row), reason, ...cells].map(disarmFormulas))
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
  }

  const toFile = () =>
    count === 0 ? null : new Blob([Papa.unparse([['Row', 'Reason', ...names].map(disarmFormulas), ...rows])])

  return { add, summary: () => ({ skipped: count, reasons, skippedFile: toFile() }) }
}

const encoder = new TextEncoder()

const sizeOf = (text: string) => (ASCII.test(text) ? text.length : encoder.encode(text).length)

const cellOf = (cells: string[], mapping: Mapping, field: Field) => cells[mapping[field] ?? -1]?.trim()

const fieldsOf = (cells: string[], mapping: Mapping) =>
  Object.fromEntries(FIELDS.map((field) => [field, cellOf(cells, mapping, field)]))
