import { openEmbedded } from './embedded.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Read } from './read-file.ts'

/**
 * Additional tables are harmless, and indexes of plain columns: others can make writes fail, as unique ones do. SQLite
 * uses this text, not the type column.
 */
const HARMLESS =
  /^CREATE (?:TABLE |INDEX "?\w+"? ON "?\w+"? ?\( ?"?[a-z_]\w*"?(?: COLLATE (?:BINARY|NOCASE|RTRIM))?(?: ASC| DESC)?(?: ?, ?"?[a-z_]\w*"?(?: COLLATE (?:BINARY|NOCASE|RTRIM))?(?: ASC| DESC)?)* ?\)$)/i

const SCHEMA_QUERY = 'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'

/** Describes the first difference from our schema at `version`, such as a foreign trigger or view; else null. */
export async function findSchemaDifference(version: number, read: Read): Promise<string | null> {
  const expected = new Map(partsIn(await expectedRows(version)))
  const found = partsIn(read(SCHEMA_QUERY))
  const names = new Set(found.map(([part]) => part))
  for (const part of expected.keys()) if (!names.has(part)) return `the ${part} is missing`
  for (const [part, sql] of found) {
    const known = expected.get(part)
    if (known === sql) continue
    if (known !== undefined) return `the ${part} has a changed definition`
    if (!HARMLESS.test(sql)) return `the ${shown(part)} wasn't created by this program`
  }
  return null
}

const shown = (part: string) => part.replaceAll(/[^\w ]/g, '?').slice(0, 80)

async function expectedRows(version: number): Promise<unknown[][]> {
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
