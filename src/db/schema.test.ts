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

type Shape = {
  columns: Column[]
  primaryKey: string[]
  isCounting: boolean
  unique: string[][]
  indexes: { name: string; isUnique: boolean; columns: string[] }[]
  foreignKeys: { columns: string[]; table: string; targets: string[]; onDelete: string; onUpdate: string }[]
}

const sorted = <Item>(items: Item[]) => items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

function drizzleShape(table: SQLiteTable): Shape {
  const config = getTableConfig(table)
  const names = (columns: { name: string }[]) => columns.map(({ name }) => name)
  const single = config.columns.filter(({ primary }) => primary)
  return {
    columns: sorted(
      config.columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        isRequired: column.notNull || column.primary,
        default: literal(column),
      })),
    ),
    primaryKey: names(config.primaryKeys[0]?.columns ?? single),
    isCounting: config.columns.some((column) => 'autoIncrement' in column && column.autoIncrement === true),
    unique: sorted([
      ...config.columns.filter(({ isUnique }) => isUnique).map(({ name }) => [name]),
      ...config.uniqueConstraints.map(({ columns }) => names(columns)),
    ]),
    indexes: sorted(
      config.indexes.map(({ config: { name, unique, columns } }) => ({
        name,
        isUnique: unique,
        columns: columns.map((column) => ('name' in column ? String(column.name) : 'an expression')),
      })),
    ),
    foreignKeys: sorted(
      config.foreignKeys.map((key) => {
        const { columns, foreignTable, foreignColumns } = key.reference()
        return {
          columns: names(columns),
          table: getTableConfig(foreignTable).name,
          targets: names(foreignColumns),
          onDelete: key.onDelete?.toUpperCase() ?? 'NO ACTION',
          onUpdate: key.onUpdate?.toUpperCase() ?? 'NO ACTION',
        }
      }),
    ),
  }
}

function literal(column: SQLiteColumn): string | null {
  if (column.default === undefined) return null
  if (typeof column.default === 'string') return `'${column.default.replaceAll("'", "''")}'`
  return String(column.mapToDriverValue(column.default))
}

async function databaseShape(engine: Engine, table: string): Promise<Shape> {
  const pragma = (name: string, of: string) => engine.run({ sql: `PRAGMA ${name}("${of}")`, params: [] })
  const text = String
  const columns = await pragma('table_xinfo', table)
  const indexes = await Promise.all(
    (await pragma('index_list', table)).map(async ([, name, isUnique, origin]) => ({
      name: text(name),
      isUnique: isUnique === 1,
      origin: text(origin),
      columns: (await pragma('index_info', text(name))).map(([, , column]) => text(column)),
    })),
  )
  const keys = Map.groupBy(await pragma('foreign_key_list', table), ([id]) => id)
  const [[definition] = []] = await engine.run({
    sql: 'SELECT sql FROM sqlite_schema WHERE name = ?',
    params: [table],
  })
  return {
    columns: sorted(
      columns.map(([, name, type, isRequired, value, position]) => ({
        name: text(name),
        type: text(type),
        isRequired: isRequired === 1 || position !== 0,
        default: value === null || value === undefined ? null : text(value),
      })),
    ),
    primaryKey: columns
      .filter(([, , , , , position]) => position !== 0)
      .sort((a, b) => Number(a[5]) - Number(b[5]))
      .map(([, name]) => text(name)),
    isCounting: /\bAUTOINCREMENT\b/.test(text(definition)),
    unique: sorted(indexes.filter(({ origin }) => origin === 'u').map(({ columns }) => columns)),
    indexes: sorted(
      indexes
        .filter(({ origin }) => origin === 'c')
        .map(({ name, isUnique, columns }) => ({ name, isUnique, columns })),
    ),
    foreignKeys: sorted(
      [...keys.values()].map((rows) => ({
        columns: rows.map((row) => text(row[3])),
        table: text(rows[0]?.[2]),
        targets: rows.map((row) => text(row[4])),
        onUpdate: text(rows[0]?.[5]),
        onDelete: text(rows[0]?.[6]),
      })),
    ),
  }
}

test.each(TABLES.map((table): [string, SQLiteTable] => [getTableConfig(table).name, table]))(
  'the table %s matches the Drizzle schema',
  async (name, table) => {
    const engine = await migrated()
    expect(drizzleShape(table)).toEqual(await databaseShape(engine, name))
  },
)

test('the Drizzle schema lists every table, and every table is strict', async () => {
  const engine = await migrated()
  const sql =
    "SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%' AND type = 'table' ORDER BY name"
  const names = TABLES.map((table) => getTableConfig(table).name).sort()
  expect(await engine.run({ sql, params: [] })).toEqual(names.map((name) => [name, 1]))
  const virtual = "SELECT name FROM pragma_table_list WHERE type = 'virtual'"
  expect(await engine.run({ sql: virtual, params: [] })).toEqual([['post_index']])
})

test.each([
  'ALTER TABLE daily_counts ADD COLUMN extra TEXT;',
  'ALTER TABLE daily_counts RENAME COLUMN count TO total;',
  'CREATE INDEX daily_counts_by_name ON daily_counts (name);',
  'DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (day, name, detail)) STRICT;',
  "DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', count INTEGER, PRIMARY KEY (day, name, detail)) STRICT;",
  "DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', count REAL NOT NULL, PRIMARY KEY (day, name, detail)) STRICT;",
  "DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', count INTEGER NOT NULL, PRIMARY KEY (name, day, detail)) STRICT;",
  "DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', count INTEGER NOT NULL UNIQUE, PRIMARY KEY (day, name, detail)) STRICT;",
  "DROP TABLE daily_counts; CREATE TABLE daily_counts (day TEXT NOT NULL REFERENCES visitor_salts (day), name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', count INTEGER NOT NULL, PRIMARY KEY (day, name, detail)) STRICT;",
])('a different table is detected: %s', async (change) => {
  const engine = await migrated()
  await engine.script(change)
  expect(drizzleShape(schema.dailyCounts)).not.toEqual(await databaseShape(engine, 'daily_counts'))
})
