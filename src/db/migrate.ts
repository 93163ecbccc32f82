import { AppError, StartError } from '#src/errors.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'
import { PROGRESS_TABLE } from './copy-progress.ts'
import { createDatabase } from './database.ts'
import type { Engine } from './engine.ts'
import { readMigrations } from './migration-files.ts' with { type: 'macro' }
import type { Migration } from './migration-files.ts'
import { sealPlainText } from './sealed-values.ts'

export const MIGRATIONS: Migration[] = readMigrations()

/** From this version on, no database contains secrets in plain text. */
const SEALED_VERSION = 46

type Options = {
  now: () => Date
  /** Not needed for a new database. */
  keyFile?: string
  migrations?: Migration[]
  beforeChange?: (version: number) => Promise<void>
  isCopying?: boolean
}

/** One transaction per migration. Throws StartError if one fails, or for a database from a newer release. */
export async function migrate(
  engine: Engine,
  { now, keyFile, migrations = MIGRATIONS, beforeChange, isCopying = false }: Options,
): Promise<void> {
  const applied = await readApplied(engine, { isCopying })
  const version = Math.max(0, ...applied)
  refuseNewer(version, migrations)

  const missing = migrations.filter(({ id }) => !applied.has(id))
  if (version > 0 && missing.length > 0) await beforeChange?.(version)
  for (const migration of missing) {
    if (migration.id === SEALED_VERSION && keyFile !== undefined)
      await sealPlainText(createDatabase(engine), keyFile)
    await applyMigration(engine, migration, { at: now(), isCopying })
  }
}

/** Another instance may have just applied the same migration. */
async function applyMigration(
  engine: Engine,
  migration: Migration,
  { at, isCopying }: { at: Date; isCopying: boolean },
): Promise<void> {
  try {
    await engine.script(withRecord(migration, at))
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((await readApplied(engine, { isCopying })).has(migration.id)) return
    const reason = error instanceof Error ? error.message : 'unknown error'
    throw new StartError(
      `Migration ${migration.name} failed and was rolled back: ${escapeForTerminal(reason)}.`,
      {
        cause: error,
      },
    )
  }
}

/** Throws StartError for an unfinished copy. */
export async function readApplied(
  engine: Pick<Engine, 'run'>,
  { isCopying = false } = {},
): Promise<Set<number>> {
  const known = (await engine.run({ sql: KNOWN_TABLES, params: [] })).flat()
  if (known.includes(PROGRESS_TABLE) && !isCopying) {
    throw new StartError(
      'The database contains an unfinished copy. Repeat the command that started it, or empty the database.',
    )
  }
  if (!known.includes('migrations')) return new Set()
  const rows = await engine.run({ sql: 'SELECT id FROM migrations', params: [] })
  return new Set(rows.map(([id]) => Number(id)))
}

export function refuseNewer(version: number, migrations = MIGRATIONS): void {
  const newest = migrations.at(-1)?.id ?? 0
  if (version <= newest) return
  throw new StartError(
    `The database is from a newer release (version ${version}, this one supports ${newest}). Start that release, or restore a backup.`,
  )
}

const KNOWN_TABLES = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name IN ('migrations', '${PROGRESS_TABLE}')`

function withRecord({ id, name, sql }: Migration, at: Date): string {
  return `CREATE TABLE IF NOT EXISTS migrations (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL
    ) STRICT;
    INSERT INTO migrations (id, name, applied_at) VALUES (${id}, '${name}', '${at.toISOString()}');
    ${sql}`
}
