import { StartError } from '#src/errors.ts'
import type { Engine } from './engine.ts'
import { readMigrations } from './migration-files.ts' with { type: 'macro' }
import type { Migration } from './migration-files.ts'

export const MIGRATIONS: Migration[] = readMigrations()

type Options = {
  now: () => Date
  migrations?: Migration[]
  /** Called once, before an existing database is changed. */
  beforeChange?: (version: number) => Promise<void>
}

/**
 * Brings a database up to date, each migration in a transaction of its own.
 * Throws StartError, having touched nothing, when the database is from a newer release.
 */
export async function migrate(
  engine: Engine,
  { now, migrations = MIGRATIONS, beforeChange }: Options,
): Promise<void> {
  const version = await readVersion(engine)
  refuseNewer(version, migrations)

  const missing = migrations.filter(({ id }) => id > version)
  if (version > 0 && missing.length > 0) await beforeChange?.(version)
  for (const migration of missing) await engine.script(withRecord(migration, now()))
}

/** The highest migration a database has seen; 0 without any. */
export async function readVersion(engine: Pick<Engine, 'run'>): Promise<number> {
  const known = await engine.run({ sql: HAS_MIGRATIONS, params: [] })
  if (known.length === 0) return 0
  const [row] = await engine.run({ sql: NEWEST_MIGRATION, params: [] })
  return Number(row?.[0] ?? 0)
}

export function refuseNewer(version: number, migrations = MIGRATIONS): void {
  const newest = migrations.at(-1)?.id ?? 0
  if (version <= newest) return
  throw new StartError(
    `The database is from a newer release (version ${version}, this one knows ${newest}). Start that release, or restore a backup.`,
  )
}

const HAS_MIGRATIONS = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'"
const NEWEST_MIGRATION = 'SELECT max(id) FROM migrations'

function withRecord({ id, name, sql }: Migration, at: Date): string {
  return `CREATE TABLE IF NOT EXISTS migrations (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL
    ) STRICT;
    INSERT INTO migrations (id, name, applied_at) VALUES (${id}, '${name}', '${at.toISOString()}');
    ${sql}`
}
