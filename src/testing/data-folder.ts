import { Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { migrate } from '#src/db/migrate.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { temporaryFolder } from './folder.ts'
import { NOON } from './test-app.ts'

/** A data folder with a migrated database in it, which nobody has open; gone when its scope ends. */
export async function dataFolder() {
  const folder = temporaryFolder()
  const file = join(folder.path, DATABASE_FILE)
  const engine = openEmbedded(file)
  await migrate(engine, { now: () => NOON })
  await engine.close()
  return {
    ...folder,
    file,
    backups: join(folder.path, 'backups'),
    /** Opens it as a server does. */
    open: () => {
      const engine = openEmbedded(file)
      return { engine, db: createDatabase(engine), [Symbol.asyncDispose]: engine.close }
    },
  }
}

/** Every row of every table of a database file, by table: two of these compare by `toEqual`. */
export function dump(path: string): Record<string, unknown[][]> {
  const sqlite = new Sqlite(path, { readonly: true })
  try {
    const tables = sqlite.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").values()
    return Object.fromEntries(
      tables.map(([name]) => [String(name), sqlite.query(`SELECT * FROM "${name}" ORDER BY 1`).values()]),
    )
  } finally {
    sqlite.close()
  }
}

/** What no copy takes along, and what tells of copies. */
const NOT_COPIED = ['visitors', 'visitor_salts', 'sessions', 'secrets', 'audit_entries', 'sqlite_sequence']

/** The same without what may differ between a database and its copy. */
export const dumpCopied = (path: string) =>
  Object.fromEntries(Object.entries(dump(path)).filter(([table]) => !NOT_COPIED.includes(table)))
