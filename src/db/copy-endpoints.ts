import { chmodSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '#src/errors.ts'
import { chownToFolderOwner } from '#src/lib/durable-files.ts'
import { refuseOtherPrograms } from './check-file.ts'
import { readTargetState } from './copy-tables.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { lockFolder } from './lock.ts'
import { MIGRATIONS, readApplied } from './migrate.ts'
import { DATABASE_FILE, makeFolder, startError } from './open.ts'
import { refuseOtherRelease } from './open-existing.ts'
import { readDatabaseFile } from './read-file.ts'
import { openRemote, within } from './remote.ts'
import { requireReadable } from './require-readable.ts'
import { findSchemaDifference } from './schema-difference.ts'
import { openFileSnapshot, openRemoteSnapshot, type Snapshot } from './snapshot.ts'

export type DatabaseLocation = { folder: string } | { url: string; authToken: string | undefined }

/** Omits user name, password and query, which may contain a token. */
export const showLocation = (location: DatabaseLocation): string =>
  'folder' in location ? resolve(location.folder) : new URL(location.url).host

const TIMEOUT_MS = 60_000

const CONNECTION_FAILURE = /ECONN|EPIPE|ETIMEDOUT|unable to connect|socket|timed out|failed to open/i

function endpointError(what: string, error: unknown): StartError {
  const described = startError(what, error)
  if (error instanceof StartError || !CONNECTION_FAILURE.test(described.message)) return described
  return new StartError(`${what}: it is not responding.`, { cause: error })
}

/** Throws StartError unless it is a database of this program and release. */
export async function openSource(location: DatabaseLocation): Promise<Snapshot> {
  const shown = showLocation(location)
  const failed = (error: unknown) => endpointError(`The database at ${shown} can't be read`, error)
  const snapshot = await openSnapshot(location, shown).catch((error) => {
    throw failed(error)
  })
  const read: Snapshot['read'] = (statement) =>
    snapshot.read(statement).catch((error) => {
      throw failed(error)
    })
  try {
    refuseOtherRelease(await readApplied({ run: read }))
    if ('folder' in location) await refuseOtherSchema(join(shown, DATABASE_FILE))
  } catch (error) {
    await snapshot.close()
    throw error instanceof StartError ? new StartError(`${shown}: ${error.message}`) : error
  }
  return { ...snapshot, read }
}

async function openSnapshot(location: DatabaseLocation, shown: string): Promise<Snapshot> {
  if ('url' in location) return openRemoteSnapshot(location.url, location.authToken)
  const path = join(shown, DATABASE_FILE)
  requireReadable(path, `There is no database in ${shown}.`)
  await readDatabaseFile(path, async (read) => refuseOtherPrograms(path, read))
  return openFileSnapshot(path)
}

/** An unknown view could yield rows forever. */
async function refuseOtherSchema(path: string): Promise<void> {
  const foreign = await readDatabaseFile(path, (read) =>
    findSchemaDifference(MIGRATIONS.at(-1)?.id ?? 0, read),
  )
  if (foreign !== null) throw new StartError(`The database is damaged: ${foreign}.`)
}

/** Throws StartError if the target is in use or neither empty nor an unfinished copy. */
export async function openTarget(location: DatabaseLocation): Promise<Engine> {
  const shown = showLocation(location)
  const failed = (error: unknown) => endpointError(`The database at ${shown} can't be written to`, error)
  const tried = <Result>(work: Promise<Result>) =>
    work.catch((error) => {
      throw failed(error)
    })
  const engine = await tried('url' in location ? openRemoteTarget(location, shown) : openFolderTarget(shown))
  return {
    ...engine,
    run: (statement) => tried(engine.run(statement)),
    batch: (statements) => tried(engine.batch(statements)),
  }
}

async function openRemoteTarget(
  { url, authToken }: Extract<DatabaseLocation, { url: string }>,
  shown: string,
): Promise<Engine> {
  const engine = openRemote(url, authToken, { timeout: within(TIMEOUT_MS) })
  try {
    refuseUsed(await readTargetState((sql) => engine.run({ sql, params: [] })), shown)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function openFolderTarget(folder: string): Promise<Engine> {
  makeFolder(folder)
  const path = join(folder, DATABASE_FILE)
  using undo = new DisposableStack()
  const unlock = lockFolder(folder)
  undo.defer(unlock)
  chownToFolderOwner(folder, join(folder, 'passwright.lock'))
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    await readDatabaseFile(path, async (read) => {
      refuseOtherPrograms(path, read)
      refuseUsed(await readTargetState(async (sql) => read(sql).map((row) => row.map(String))), folder)
    })
  }
  const engine = openEmbedded(path)
  undo.move()
  chmodSync(path, 0o600)
  chownToFolderOwner(folder, path)
  const close = async () => {
    await engine.close()
    unlock()
  }
  return { ...engine, close }
}

function refuseUsed(state: Awaited<ReturnType<typeof readTargetState>>, shown: string): void {
  if (state !== 'used') return
  throw new StartError(`There is a database at ${shown} already. The target must be empty.`)
}
