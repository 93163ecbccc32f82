import Papa from 'papaparse'
import { disarmFormulas } from '#domain/disarm-formulas.ts'
import type { Call } from './call.ts'
import { singleWriteText } from './single-write.ts'
import { streamOf } from './stream.ts'

type Cell = string | number | null

/** Without it, spreadsheets assume a legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** Formulas get an apostrophe prefix, because texts come from strangers. */
export function csvResponse(name: string, fields: string[], rows: Cell[][]): Response {
  return csvFile(name, singleWriteText(BYTE_ORDER_MARK + csvLines([fields, ...rows])))
}

/** Streams with backpressure. Ends if the caller loses the permission: a slow reader would get rows added later. */
export function csvStream(
  call: Pick<Call, 'authorizeAgain'>,
  { name, fields }: { name: string; fields: string[] },
  rows: AsyncIterable<Cell[][]>,
): Response {
  const encoder = new TextEncoder()
  const lines = async function* () {
    yield encoder.encode(BYTE_ORDER_MARK + csvLines([fields]))
    for await (const some of rows) {
      await call.authorizeAgain()
      yield encoder.encode(csvLines(some))
    }
  }
  return csvFile(name, streamOf(lines()))
}

const csvLines = (rows: Cell[][]) =>
  `${Papa.unparse(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? disarmFormulas(cell) : cell))),
    { quotes: (cell) => typeof cell === 'string' },
  )}\r\n`

function csvFile(name: string, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
