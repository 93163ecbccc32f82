import { FIELDS, mapColumns, noKeywordColumn } from '#domain/keyword-csv/columns.ts'
import { type Cells, readRow, type SkipReason } from '#domain/keyword-csv/row.ts'
import { CSV_MAX_COLUMNS, type KeywordRow } from '#domain/keywords.ts'
import { invalid } from '#src/errors.ts'

/** Maps column names once per file. Throws AppError invalid if the first row has no keyword column. */
export function createRowMapper(): (row: unknown) => KeywordRow | SkipReason {
  let lastColumns: string | null = null
  let names: [keyof Cells, string][] = []

  return (row) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'no keyword'
    const keys = Object.keys(row)
    const columns = JSON.stringify(keys)
    if (columns !== lastColumns) {
      names = findNames(keys)
      if (lastColumns === null && !names.some(([field]) => field === 'keyword')) {
        throw invalid(noKeywordColumn(keys))
      }
      lastColumns = columns
    }
    return readRow(Object.fromEntries(names.map(([field, name]) => [field, Reflect.get(row, name)])))
  }
}

function findNames(keys: string[]): [keyof Cells, string][] {
  if (keys.length > CSV_MAX_COLUMNS) return []
  const mapping = mapColumns(keys)
  return FIELDS.flatMap((field): [keyof Cells, string][] => {
    const name = keys[mapping[field] ?? -1]
    return name === undefined ? [] : [[field, name]]
  })
}
