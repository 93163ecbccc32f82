import { openEmbedded } from './embedded.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Read } from './peek.ts'

/** Tables and indexes that someone has added do nothing by themselves. SQLite goes by this text, not by the type beside it. */
const HARMLESS = /^CREATE (?:TABLE|(?:UNIQUE )?INDEX) /i

const PARTS = 'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'

/**
 * What in a database of ours is not as the changes up to `version` make it, in words: a part that is missing or another
 * one, or one of someone else's that acts. Null when there is nothing. The version must be one that this release knows.
 */
export async function findForeign(version: number, read: Read): Promise<string | null> {
  const expected = new Map(partsIn(await expectedRows(version)))
  const found = partsIn(read(PARTS))
  const names = new Set(found.map(([part]) => part))
  for (const part of expected.keys()) if (!names.has(part)) return `the ${part} is missing`
  for (const [part, sql] of found) {
    const known = expected.get(part)
    if (known === sql) continue
    if (known !== undefined) return `the ${part} is not as this program makes it`
    if (!HARMLESS.test(sql)) return `the ${shown(part)} is not this program's`
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
    return await engine.run({ sql: PARTS, params: [] })
  } finally {
    await engine.close()
  }
}

const partsIn = (rows: unknown[][]) =>
  rows.map(([type, name, sql]) => [`${type} ${name}`, String(sql).replaceAll(/\s+/g, ' ')] as const)
