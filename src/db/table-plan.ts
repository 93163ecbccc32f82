import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { EXCLUDED_TABLES } from './schema.ts'

export type Table = {
  name: string
  columns: string[]
  longColumns: string[]
  key: string[]
  parents: string[]
}

export type TablePlan = {
  /** Referenced tables first. */
  tables: Table[]
  triggers: { name: string; sql: string }[]
}

export async function planTables(): Promise<TablePlan> {
  const engine = openEmbedded(':memory:')
  const read = (sql: string, ...params: string[]) => engine.run({ sql, params })
  try {
    await migrate(engine, { now: () => new Date(0) })
    const tables: Table[] = []
    const names = await read(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )
    for (const name of names.flat().map(String)) {
      if (EXCLUDED_TABLES.includes(name)) continue
      const columns = await read('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid', name)
      const parents = await read('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)', name)
      tables.push({
        name,
        columns: columns.map(([column]) => String(column)),
        longColumns: columns
          .filter(([, type]) => type === 'TEXT' || type === 'BLOB')
          .map(([it]) => String(it)),
        key: columns
          .filter(([, , place]) => Number(place) > 0)
          .sort(([, , one], [, , other]) => Number(one) - Number(other))
          .map(([column]) => String(column)),
        parents: parents.flat().map(String),
      })
    }
    const triggers = await read("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    return {
      tables: parentsFirst(tables),
      triggers: triggers.map(([name, sql]) => ({ name: String(name), sql: String(sql) })),
    }
  } finally {
    await engine.close()
  }
}

function parentsFirst(tables: Table[]): Table[] {
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter(
      (table) =>
        !ordered.includes(table) &&
        table.parents.every((parent) => parent === table.name || ordered.some(({ name }) => name === parent)),
    )
    if (next.length === 0) throw new Error('foreign keys form a cycle, or reference an omitted table')
    ordered.push(...next)
  }
  return ordered
}

/** All tables that reference `name`, farthest first, then `name`. */
export function withChildren(tables: Table[], name: string): Table[] {
  const found = new Set([name])
  for (const table of tables) if (table.parents.some((parent) => found.has(parent))) found.add(table.name)
  return tables.filter((table) => found.has(table.name)).reverse()
}
