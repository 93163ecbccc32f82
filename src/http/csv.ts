import Papa from 'papaparse'
import { streamOf } from './stream.ts'

type Cell = string | number | null

/**
 * Where a spreadsheet would take what follows for a formula: at the start of a text, and behind all that ends a cell in
 * some country or program. Where cells end with semicolons, the quotes around a text are none.
 */
const FORMULA = /(?:^|[;\t\r\n])(?=[ "]*[=+\-@＝＋－＠])/g
const BLANK_START = /^[\t\r\n]/

/** Spreadsheets take a file without it for one in the country's old character set. */
const BYTE_ORDER_MARK = '\ufeff'

/** A table as a file to download. Formulas in its texts get an apostrophe in front: the texts come from strangers. */
export function csvAnswer(name: string, fields: string[], rows: Cell[][]): Response {
  return csvFile(name, BYTE_ORDER_MARK + csvLines([fields, ...rows]))
}

/** The same for a table that is too long to be held at once: its rows are asked for as fast as they are taken. */
export function csvStream(name: string, fields: string[], rows: AsyncIterable<Cell[][]>): Response {
  const encoder = new TextEncoder()
  const lines = async function* () {
    yield encoder.encode(BYTE_ORDER_MARK + csvLines([fields]))
    for await (const some of rows) yield encoder.encode(csvLines(some))
  }
  return csvFile(name, streamOf(lines()))
}

const csvLines = (rows: Cell[][]) =>
  `${Papa.unparse(
    rows.map((cells) => cells.map(disarm)),
    { quotes: (cell) => typeof cell === 'string' },
  )}\r\n`

function disarm(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  const text = cell.replace(FORMULA, "$&'")
  return BLANK_START.test(text) ? `'${text}` : text
}

function csvFile(name: string, body: string | ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
