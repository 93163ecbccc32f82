import { openEmbedded } from './embedded.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Read } from './peek.ts'

/** Tables and indexes that someone has added do nothing by themselves; these would. */
const ACTING = ['trigger', 'view']

const PARTS = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'"

/**
 * What in a database of ours is not as the changes up to `version` make it, in words: a part that is missing or another
 * one, or one of someone else's that acts. Null when there is nothing. The version must be one that this release knows.
 */
export async function findForeign(version: number, read: Read): Promise<string | null> {
  const expected = partsIn(await expectedRows(version))
  const found = partsIn(read(PARTS))
  for (const [part, sql] of expected) {
    if (!found.has(part)) return `the ${part} is missing`
    if (found.get(part) !== sql) return `the ${part} is not as this program makes it`
  }
  const foreign = [...found.keys()].find(
    (part) => !expected.has(part) && ACTING.includes(part.split(' ')[0] ?? ''),
  )
  return foreign === undefined
    ? null
    : `the ${foreign.replaceAll(/[^\w ]/g, '?').slice(0, 80)} is not this program's`
}

async function expectedRows(version: number): Promise<unknown[][]> {
  const engine = openEmbedded(':memory:')
  try {
    await migrate(engine, {
      now: () => new Date(0),
      migrations: MIGRATIONS.filter(({ id }) => id <= version),
    })
    return await engine.run({ sql: PARTS, params: [] })
  } finally {
    await engine.close()
  }
}

const partsIn = (rows: unknown[][]) =>
  new Map(rows.map(([type, name, sql]) => [`${type} ${name}`, String(sql).replaceAll(/\s+/g, ' ')]))
