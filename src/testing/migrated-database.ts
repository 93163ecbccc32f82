import { Database as Sqlite } from 'bun:sqlite'
import { CONNECTION, createEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { migrate, readApplied } from '#src/db/migrate.ts'

/** `image` is the database file; `script` creates the same database without the steps of earlier releases. */
type Migrated = { image: Uint8Array; script: string }

export const MIGRATED_AT = new Date('2026-03-14T12:00:00Z')

let migrated: Promise<Migrated> | undefined

function migratedOnce(): Promise<Migrated> {
  migrated ??= migrateInMemory()
  return migrated
}

async function migrateInMemory(): Promise<Migrated> {
  const sqlite = new Sqlite(':memory:', CONNECTION)
  const engine = createEmbedded(sqlite)
  await migrate(engine, { now: () => MIGRATED_AT })
  const image = sqlite.serialize()
  const script = await scriptOf(engine)
  await engine.close()
  return { image, script }
}

/** SQLite creates its own tables and those of virtual tables. Triggers come last, because rows would fire them. */
async function scriptOf(engine: Engine): Promise<string> {
  const read = async (sql: string) => (await engine.run({ sql, params: [] })).map((row) => row.map(String))
  const statements = await read(
    `SELECT s.type, s.name, s.sql FROM sqlite_schema s
      LEFT JOIN pragma_table_list l ON l.schema = 'main' AND l.name = s.name
      WHERE s.sql IS NOT NULL AND l.type IS NOT 'shadow' AND s.name NOT LIKE 'sqlite%'
      ORDER BY s.rowid`,
  )
  const tables = statements.filter(([type]) => type === 'table')
  const parts = statements.filter(([type]) => type !== 'table')
  const isSearchIndex = ([, , sql = '']: string[]) => sql.startsWith('CREATE VIRTUAL')
  const filled = tables.filter((table) => !isSearchIndex(table)).map(([, name = '']) => name)
  const inserts: string[] = []
  for (const table of [...filled, 'sqlite_sequence']) {
    const columns = (await read(`SELECT name FROM pragma_table_info('${table}')`)).flat()
    const rows = await read(`SELECT ${columns.map((name) => `quote("${name}")`).join()} FROM ${table}`)
    for (const row of rows) inserts.push(`INSERT INTO ${table} VALUES (${row.join()})`)
  }
  for (const [, name = ''] of tables.filter(isSearchIndex)) {
    const settings = await read(`SELECT quote(k), quote(v) FROM ${name}_config WHERE k <> 'version'`)
    for (const setting of settings)
      inserts.push(`INSERT INTO ${name} (${name}, rank) VALUES (${setting.join()})`)
  }
  const texts = (list: string[][]) => list.map(([, , sql = '']) => sql)
  return [...texts(tables), ...inserts, ...texts(parts), ''].join(';\n')
}

export const migratedImage = async (): Promise<Uint8Array> => (await migratedOnce()).image

/** Engines opened from an image, which need no migration. */
const upToDate = new WeakSet<Engine>()

export function openImage(image: Uint8Array): Engine {
  const engine = createEmbedded(Sqlite.deserialize(image, CONNECTION))
  upToDate.add(engine)
  return engine
}

export const openMigrated = async (): Promise<Engine> => openImage(await migratedImage())

/** The file of a migrated database with the rows that `fill` adds. */
export async function filledImage(fill: (engine: Engine) => Promise<unknown>): Promise<Uint8Array> {
  const sqlite = Sqlite.deserialize(await migratedImage(), CONNECTION)
  const engine = createEmbedded(sqlite)
  await fill(engine)
  const image = sqlite.serialize()
  await engine.close()
  return image
}

/** Migrates an empty database in a single transaction, others step by step. */
export async function bringUpToDate(engine: Engine): Promise<void> {
  if (upToDate.has(engine)) return
  const applied = await readApplied(engine)
  if (applied.size === 0) await engine.script((await migratedOnce()).script)
  else await migrate(engine, { now: () => MIGRATED_AT })
}
