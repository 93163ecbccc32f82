import { expect, test } from 'bun:test'
import { is } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import * as schema from './schema.ts'

const TABLES = Object.values(schema).filter((value) => is(value, SQLiteTable))

async function migrated(): Promise<Engine> {
  const engine = openEmbedded(':memory:')
  await migrate(engine, { now: () => new Date(0) })
  return engine
}

type Column = { name: string; type: string; isRequired: boolean; default: string | null }

const sorted = (columns: Column[]) => columns.sort((a, b) => (a.name < b.name ? -1 : 1))

const drizzleColumns = (table: SQLiteTable): Column[] =>
  sorted(
    getTableConfig(table).columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      isRequired: column.notNull || column.primary,
      default: literal(column),
    })),
  )

function literal(column: SQLiteColumn): string | null {
  if (column.default === undefined) return null
  if (typeof column.default === 'string') return `'${column.default.replaceAll("'", "''")}'`
  return String(column.mapToDriverValue(column.default))
}

async function databaseColumns(engine: Engine, table: string): Promise<Column[]> {
  const columns = await engine.run({ sql: `PRAGMA table_xinfo("${table}")`, params: [] })
  return sorted(
    columns.map(([, name, type, isRequired, value, position]) => ({
      name: String(name),
      type: String(type),
      isRequired: isRequired === 1 || position !== 0,
      default: value === null || value === undefined ? null : String(value),
    })),
  )
}

test.each(TABLES.map((table): [string, SQLiteTable] => [getTableConfig(table).name, table]))(
  'the columns of %s match the Drizzle schema',
  async (name, table) => {
    const engine = await migrated()
    expect(drizzleColumns(table)).toEqual(await databaseColumns(engine, name))
  },
)

test('every table is strict, and those left out of backups exist', async () => {
  const engine = await migrated()
  const sql = "SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%' AND type = 'table'"
  const tables = new Map((await engine.run({ sql, params: [] })).map(([name, strict]) => [name, strict]))
  expect(new Set(tables.values())).toEqual(new Set([1]))
  expect([...tables.keys()]).toEqual(expect.arrayContaining(schema.INTERNAL_TABLES))
})

test.each([
  'ALTER TABLE daily_counts ADD COLUMN extra TEXT;',
  'ALTER TABLE daily_counts RENAME COLUMN count TO total;',
  'DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (day, name, detail)) STRICT;',
  "DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', count INTEGER, PRIMARY KEY (day, name, detail)) STRICT;",
  "DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', count REAL NOT NULL, PRIMARY KEY (day, name, detail)) STRICT;",
])('a different table is detected: %s', async (change) => {
  const engine = await migrated()
  await engine.script(change)
  expect(drizzleColumns(schema.dailyCounts)).not.toEqual(await databaseColumns(engine, 'daily_counts'))
})
