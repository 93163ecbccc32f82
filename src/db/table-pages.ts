import type { Rows, Statement } from './engine.ts'
import type { Table } from './table-plan.ts'
import type { SqlValue } from './values.ts'

type Read = (statement: Statement) => Promise<Rows>

export type Page = { rows: Rows; end: SqlValue[]; bytes: number }

/** A single row may be larger. */
const PAGE_BYTES = 1024 * 1024
const PAGE_ROWS = 1_000
/** Keys are read first, because row sizes are unknown. */
const KEYS_AHEAD = 4_000
const ROW_BYTES = 64

const ROWS_IN_STATEMENT = 50

/** Rows with `after` < key ≤ `upTo`, in pages of about a megabyte. */
export async function* readPages(
  read: Read,
  table: Table,
  { after = null, upTo = null }: { after?: SqlValue[] | null; upTo?: SqlValue[] | null } = {},
): AsyncGenerator<Page> {
  const key = table.key.map(quote).join(', ')
  const name = quote(table.name)
  const columns = table.columns.map(quote).join(', ')
  const size = table.longColumns.map((column) => ` + coalesce(octet_length(${quote(column)}), 0)`).join('')
  for (let start = after; ; ) {
    const ahead = between(table, start, upTo)
    const keys = await read({
      sql: `SELECT ${ROW_BYTES}${size}, ${key} FROM ${name} ${ahead.sql} ORDER BY ${key} LIMIT ${KEYS_AHEAD}`,
      params: ahead.params,
    })
    for (const { end, bytes } of splitKeys(keys)) {
      const part = between(table, start, end)
      const rows = await read({
        sql: `SELECT ${columns} FROM ${name} ${part.sql} ORDER BY ${key}`,
        params: part.params,
      })
      yield { rows, end, bytes }
      start = end
    }
    if (keys.length < KEYS_AHEAD) return
  }
}

function* splitKeys(keys: Rows): Generator<{ end: SqlValue[]; bytes: number }> {
  let end: SqlValue[] | null = null
  let bytes = 0
  let rows = 0
  for (const [size, ...key] of keys) {
    if (end && (bytes + Number(size) > PAGE_BYTES || rows === PAGE_ROWS)) {
      yield { end, bytes }
      bytes = 0
      rows = 0
    }
    end = key
    bytes += Number(size)
    rows += 1
  }
  if (end) yield { end, bytes }
}

function between(table: Table, after: SqlValue[] | null, upTo: SqlValue[] | null) {
  const key = `(${table.key.map(quote).join(', ')})`
  const values = `(${table.key.map(() => '?').join(', ')})`
  const bounds = [...(after ? [`${key} > ${values}`] : []), ...(upTo ? [`${key} <= ${values}`] : [])]
  return {
    sql: bounds.length > 0 ? `WHERE ${bounds.join(' AND ')}` : '',
    params: [...(after ?? []), ...(upTo ?? [])],
  }
}

export function insertPage({ name, columns }: Table, rows: Rows): Statement[] {
  const into = `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) VALUES `
  const values = `(${columns.map(() => '?').join(', ')})`
  const statements: Statement[] = []
  for (let at = 0; at < rows.length; at += ROWS_IN_STATEMENT) {
    const some = rows.slice(at, at + ROWS_IN_STATEMENT)
    statements.push({ sql: into + some.map(() => values).join(', '), params: some.flat() })
  }
  return statements
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export type Checksum = { rows: number; sha256: string }

export function createChecksum() {
  const hasher = new Bun.CryptoHasher('sha256')
  let rows = 0
  return {
    add: (page: Rows) => {
      for (const row of page) hashRow(hasher, row)
      rows += page.length
    },
    result: (): Checksum => ({ rows, sha256: hasher.copy().digest('hex') }),
  }
}

/** Includes types and lengths, so that different rows never serialize equally. */
function hashRow(hasher: Bun.CryptoHasher, row: SqlValue[]): void {
  let words = `${row.length}:`
  for (const value of row) {
    if (value === null) words += 'n'
    else if (typeof value === 'string') words += `t${value.length}:${value}`
    else if (value instanceof Uint8Array) {
      hasher.update(`${words}b${value.length}:`).update(value)
      words = ''
    } else words += `d${value};`
  }
  hasher.update(words)
}

export async function sumRows(read: Read, table: Table, upTo: SqlValue[] | null = null): Promise<Checksum> {
  const sum = createChecksum()
  for await (const { rows } of readPages(read, table, { upTo })) sum.add(rows)
  return sum.result()
}
