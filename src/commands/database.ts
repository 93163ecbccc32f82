import { type Config, readConfig } from '#src/config.ts'
import type { Database } from '#src/db/database.ts'
import { type OpenDatabase, openDatabase } from '#src/db/open.ts'
import { hasDatabase, openExistingDatabase } from '#src/db/open-existing.ts'
import { AppError, StartError } from '#src/errors.ts'
import { asStartError, isDiskFull } from '#src/lib/disk-full.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'
import type { Flags } from '#src/lib/flags.ts'
import type { Io } from './command.ts'

export const DATABASE_FLAGS = {
  data: 'string',
  'database-url': 'string',
  'database-auth-token': 'string',
} as const

export const DATABASE_HELP = `  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

export const KEY_FLAGS = { 'secrets-key-file': 'string', ...DATABASE_FLAGS } as const

export const databaseConfig = (flags: Flags, env: Io['env']): Config => readConfig(databaseArgs(flags), env)

const databaseArgs = (flags: Flags) =>
  Object.keys(KEY_FLAGS).flatMap((name) => (flags.has(name) ? [`--${name}=${flags.get(name)}`] : []))

export const openOrCreate = (config: Config): Promise<OpenDatabase> =>
  hasDatabase(config) ? openExistingDatabase(config) : openDatabase({ ...config, now: () => new Date() })

/** Closes the database after `work`. Throws StartError for all errors. */
export async function withDatabase<Result>(
  opened: Promise<OpenDatabase>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await opened
  try {
    return await work(db)
  } catch (error) {
    throw userError(error)
  } finally {
    await close()
  }
}

/** One generic sentence: database errors print their parameters, which may include hashes. */
export function userError(error: unknown): StartError {
  if (error instanceof StartError) return error
  if (isDiskFull(error)) return asStartError(error)
  if (error instanceof AppError) return new StartError(`${error.message.replace(/\.$/, '')}.`)
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  const words = reason instanceof Error ? reason.message : 'unknown error'
  return new StartError(`The database operation failed: ${escapeForTerminal(words).replace(/\.$/, '')}.`)
}
