import { AppError, StartError } from '#src/errors.ts'
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
 * Throws StartError, having touched nothing, when the database is from a newer release, and when a migration fails:
 * that one is undone, those before it stand.
 */
export async function migrate(
  engine: Engine,
  { now, migrations = MIGRATIONS, beforeChange }: Options,
): Promise<void> {
  const applied = await readApplied(engine)
  const version = Math.max(0, ...applied)
  refuseNewer(version, migrations)

  const missing = migrations.filter(({ id }) => !applied.has(id))
  if (version > 0 && missing.length > 0) await beforeChange?.(version)
  for (const migration of missing) await apply(engine, migration, now())
}

/** Servers that share a database may start at once: a migration that another one has just made counts as made. */
async function apply(engine: Engine, migration: Migration, at: Date): Promise<void> {
  try {
    await engine.script(withRecord(migration, at))
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((await readApplied(engine)).has(migration.id)) return
    const reason = error instanceof Error ? error.message : 'unknown error'
    throw new StartError(`The change ${migration.name} of the database failed and was undone: ${reason}.`, {
      cause: error,
    })
  }
}

/** The migrations that a database has seen: none for an empty one. */
export async function readApplied(engine: Pick<Engine, 'run'>): Promise<Set<number>> {
  const known = await engine.run({ sql: HAS_MIGRATIONS, params: [] })
  if (known.length === 0) return new Set()
  const rows = await engine.run({ sql: 'SELECT id FROM migrations', params: [] })
  return new Set(rows.map(([id]) => Number(id)))
}

export function refuseNewer(version: number, migrations = MIGRATIONS): void {
  const newest = migrations.at(-1)?.id ?? 0
  if (version <= newest) return
  throw new StartError(
    `The database is from a newer release (version ${version}, this one knows ${newest}). Start that release, or restore a backup.`,
  )
}

const HAS_MIGRATIONS = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'"

function withRecord({ id, name, sql }: Migration, at: Date): string {
  return `CREATE TABLE IF NOT EXISTS migrations (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL
    ) STRICT;
    INSERT INTO migrations (id, name, applied_at) VALUES (${id}, '${name}', '${at.toISOString()}');
    ${sql}`
}
