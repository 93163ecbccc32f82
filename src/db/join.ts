import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '#src/errors.ts'
import { createDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { inspect } from './inspect.ts'
import { MIGRATIONS, readApplied, refuseNewer } from './migrate.ts'
import { DATABASE_FILE, type OpenDatabase, startError } from './open.ts'
import { openRemote } from './remote.ts'

type Options = {
  dataDir: string
  databaseUrl?: string | undefined
  databaseAuthToken?: string | undefined
}

/**
 * Opens the database that the settings name beside a server that may be running on it: nothing is locked, made or
 * brought up to date. Throws StartError when there is none, or when it is not of exactly this release.
 */
export async function joinDatabase(options: Options): Promise<OpenDatabase> {
  const place = options.databaseUrl ? new URL(options.databaseUrl).host : resolve(options.dataDir)
  let engine: Engine | undefined
  try {
    engine = options.databaseUrl
      ? openRemote(options.databaseUrl, options.databaseAuthToken)
      : await openExisting(place)
    refuseOther(await readApplied(engine))
  } catch (error) {
    await engine?.close()
    throw startError(`The database at ${place} can't be used`, error)
  }
  return { db: createDatabase(engine), place, close: engine.close }
}

export const hasDatabase = ({ dataDir, databaseUrl }: Options): boolean =>
  databaseUrl !== undefined || existsSync(join(resolve(dataDir), DATABASE_FILE))

async function openExisting(folder: string): Promise<Engine> {
  const path = join(folder, DATABASE_FILE)
  if (!existsSync(path)) throw new StartError(`There is no database in ${folder}.`)
  await inspect(path)
  return openEmbedded(path)
}

function refuseOther(applied: Set<number>): void {
  const version = Math.max(0, ...applied)
  refuseNewer(version)
  if (MIGRATIONS.every(({ id }) => applied.has(id))) return
  throw new StartError(
    `The database is from an older release (version ${version}, this one knows ${MIGRATIONS.at(-1)?.id ?? 0}). Start the server of this release once.`,
  )
}
