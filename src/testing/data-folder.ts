import { Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { temporaryFolder } from './folder.ts'
import { keyed, TEST_KEY } from './keyed.ts'
import { migratedImage } from './migrated-database.ts'

/** Contains a migrated, closed database, or one from `image`; deleted on dispose. */
export async function dataFolder(image?: Uint8Array) {
  const folder = temporaryFolder()
  const file = join(folder.path, DATABASE_FILE)
  await Bun.write(file, image ?? (await migratedImage()))
  await Bun.write(join(folder.path, 'secrets.key'), TEST_KEY)
  // Switches the file to WAL mode, like a server.
  await openEmbedded(file).close()
  return {
    ...folder,
    file,
    backups: join(folder.path, 'backups'),
    open: () => {
      const engine = openEmbedded(file)
      return { engine, db: keyed(createDatabase(engine)), [Symbol.asyncDispose]: engine.close }
    },
  }
}

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

/** Excluded from backups, or changed by them. */
const NOT_COPIED = ['visitors', 'visitor_salts', 'sessions', 'secrets', 'audit_entries', 'sqlite_sequence']

export const dumpCopied = (path: string) =>
  Object.fromEntries(Object.entries(dump(path)).filter(([table]) => !NOT_COPIED.includes(table)))
