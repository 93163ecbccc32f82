import Papa from 'papaparse'
import { disarmFormulas } from '#domain/disarm-formulas.ts'
import { streamOf } from './stream.ts'

type Cell = string | number | null

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
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? disarmFormulas(cell) : cell))),
    { quotes: (cell) => typeof cell === 'string' },
  )}\r\n`

function csvFile(name: string, body: string | ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
