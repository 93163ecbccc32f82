import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '#src/errors.ts'
import { checkDatabaseFile } from './check-file.ts'
import { createDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { MIGRATIONS, readApplied, refuseNewer } from './migrate.ts'
import { DATABASE_FILE, type OpenDatabase, startError } from './open.ts'
import { openRemote } from './remote.ts'
import { requireReadable } from './require-readable.ts'

type Options = {
  dataDir: string
  databaseUrl?: string | undefined
  databaseAuthToken?: string | undefined
}

/** For use next to a running server: no lock, no migration. Throws StartError if missing or from another release. */
export async function openExistingDatabase(options: Options): Promise<OpenDatabase> {
  const place = options.databaseUrl ? new URL(options.databaseUrl).host : resolve(options.dataDir)
  let engine: Engine | undefined
  try {
    engine = options.databaseUrl
      ? openRemote(options.databaseUrl, options.databaseAuthToken)
      : await openExistingFile(place)
    refuseOtherRelease(await readApplied(engine))
  } catch (error) {
    await engine?.close()
    throw startError(`The database at ${place} can't be used`, error)
  }
  return { db: createDatabase(engine), place, close: engine.close }
}

export const hasDatabase = ({ dataDir, databaseUrl }: Options): boolean =>
  databaseUrl !== undefined || existsSync(join(resolve(dataDir), DATABASE_FILE))

async function openExistingFile(folder: string): Promise<Engine> {
  const path = join(folder, DATABASE_FILE)
  requireReadable(path, `There is no database in ${folder}.`)
  await checkDatabaseFile(path)
  return openEmbedded(path)
}

export function refuseOtherRelease(applied: Set<number>): void {
  const version = Math.max(0, ...applied)
  refuseNewer(version)
  if (MIGRATIONS.every(({ id }) => applied.has(id))) return
  throw new StartError(
    `The database is from an older release (version ${version}, this one supports ${MIGRATIONS.at(-1)?.id ?? 0}). Start the server of this release once.`,
  )
}
