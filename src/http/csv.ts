import Papa from 'papaparse'

type Cell = string | number | null

/** The library's own pattern misses a formula that has a line break in it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A table as a file to download. A text that a spreadsheet would take for a formula gets an apostrophe in front: names
 * and addresses come from strangers.
 */
export function csvAnswer(name: string, fields: string[], rows: Cell[][]): Response {
  return new Response(`${Papa.unparse([fields, ...rows], { escapeFormulae: FORMULA })}\r\n`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
