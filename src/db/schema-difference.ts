import { openEmbedded } from './embedded.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Read } from './read-file.ts'

/** SQLite uses this text, not the type column. */
const TABLE_OR_INDEX = /^CREATE (?:TABLE|INDEX) /i

/** Extra tables, and extra indexes of plain columns, are harmless. Others can make writes fail. */
const HARMFUL_INDEXES = `
  SELECT list.name FROM pragma_table_list AS tables, pragma_index_list(tables.name) AS list
  WHERE tables.schema = 'main' AND tables.type IN ('table', 'shadow') AND list.origin = 'c' AND (list.partial OR EXISTS (
    SELECT 1 FROM pragma_index_xinfo(list.name)
    WHERE key AND (cid = -2 OR upper(coll) NOT IN ('BINARY', 'NOCASE', 'RTRIM'))))`

/** A row of an extra table would prevent the deletion of the row that it references. */
const REFERENCES = `
  SELECT tables.name, "table" FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name)
  WHERE tables.schema = 'main' AND tables.type IN ('table', 'shadow')`

const SCHEMA_QUERY = 'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'

/** Describes the first difference from our schema at `version`, such as a foreign trigger or view; else null. */
export async function findSchemaDifference(version: number, read: Read): Promise<string | null> {
  const expected = new Map<string, string>(partsIn(await expectedRows(version)))
  const found = partsIn(read(SCHEMA_QUERY))
  const names = new Set<string>(found.map(([part]) => part))
  for (const part of expected.keys()) if (!names.has(part)) return `the ${part} is missing`
  for (const [part, sql] of found) {
    const known = expected.get(part)
    if (known === sql) continue
    if (known !== undefined) return `the ${part} has a changed definition`
    if (!TABLE_OR_INDEX.test(sql)) return `the ${shown(part)} wasn't created by this program`
  }
  for (const [name] of read(HARMFUL_INDEXES)) {
    const part = `index ${name}`
    if (!expected.has(part)) return `the ${shown(part)} wasn't created by this program`
  }
  for (const [table, target] of read(REFERENCES)) {
    const part = `table ${table}`
    if (!expected.has(part) && expected.has(`table ${String(target).toLowerCase()}`))
      return `the ${shown(part)} references the ${shown(`table ${target}`)}`
  }
  return null
}

const shown = (part: string) => part.replaceAll(/[^\w ]/g, '?').slice(0, 80)

const expectedByVersion = new Map<number, Promise<unknown[][]>>()

/** Once per version, because migrating blocks the event loop. */
function expectedRows(version: number): Promise<unknown[][]> {
  const rows = expectedByVersion.get(version) ?? migratedRows(version)
  expectedByVersion.set(version, rows)
  rows.catch(() => expectedByVersion.delete(version))
  return rows
}

async function migratedRows(version: number): Promise<unknown[][]> {
  const engine = openEmbedded(':memory:')
  try {
    await migrate(engine, {
      now: () => new Date(0),
      migrations: MIGRATIONS.filter(({ id }) => id <= version),
    })
    return await engine.run({ sql: SCHEMA_QUERY, params: [] })
  } finally {
    await engine.close()
  }
}

const partsIn = (rows: unknown[][]) =>
  rows.map(([type, name, sql]) => [`${type} ${name}`, String(sql).replaceAll(/\s+/g, ' ')] as const)
