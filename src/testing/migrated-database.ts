import { Database as Sqlite } from 'bun:sqlite'
import { CONNECTION, createEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { migrate, readApplied } from '#src/db/migrate.ts'

/** `image` is the database file; `script` has the statements of all migrations. */
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
  const scripts: string[] = []
  const script = (sql: string) => {
    scripts.push(sql)
    return engine.script(sql)
  }
  await migrate({ ...engine, script }, { now: () => MIGRATED_AT })
  const image = sqlite.serialize()
  await engine.close()
  return { image, script: scripts.join('\n') }
}

export const migratedImage = async (): Promise<Uint8Array> => (await migratedOnce()).image

export const openMigrated = async (): Promise<Engine> =>
  createEmbedded(Sqlite.deserialize(await migratedImage(), CONNECTION))

/** Migrates an empty database in a single transaction, others step by step. */
export async function bringUpToDate(engine: Engine): Promise<void> {
  const applied = await readApplied(engine)
  if (applied.size === 0) await engine.script((await migratedOnce()).script)
  else await migrate(engine, { now: () => MIGRATED_AT })
}
