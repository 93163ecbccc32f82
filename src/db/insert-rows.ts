import { getTableColumns, type InferInsertModel, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

/**
 * The query that inserts many rows, in their order, of texts, numbers and JSON. They travel as one parameter: a
 * statement with one for each value takes longer to write than to run.
 */
export function insertRows<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: InferInsertModel<Table>[],
) {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.has(key))
  const names = columns.map(([, { name }]) => sql.identifier(name))
  const values = columns.map(([key, { dataType }]) =>
    dataType === 'json' ? sql`value -> ${key}` : sql`value ->> ${key}`,
  )
  return db.run(sql`
    INSERT INTO ${table} (${sql.join(names, sql`, `)})
    SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(rows)}) ORDER BY key`)
}
