import { getTableColumns, type InferInsertModel, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Queries } from './database.ts'

/** One JSON parameter, because a statement with a parameter per value takes longer to build than to run. */
export function insertRows<Table extends SQLiteTable>(
  db: Queries,
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
