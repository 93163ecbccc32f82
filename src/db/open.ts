import { accessSync, chmodSync, mkdirSync, constants as modes, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BACKUP_FOLDER, upgradeBackupName } from '#domain/backups.ts'
import { StartError } from '#src/errors.ts'
import { giveToOwnerOf } from '#src/lib/durable.ts'
import { copyDatabase, removeDatabase, unfinishedName } from './copy.ts'
import { createDatabase, type Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { inspect } from './inspect.ts'
import { lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'

export const DATABASE_FILE = 'passwright.db'
/** Where a restore prepares what will be the database. */
export const STAGED_FILE = `${DATABASE_FILE}.restoring`

export type OpenDatabase = {
  db: Database
  /** Where the data is, for people. */
  place: string
  /** Set when this start has brought the database up to date: the version it had, and the copy made before. */
  upgrade?: { from: number; backup: string }
  close(): Promise<void>
}

type Options = {
  dataDir: string
  databaseUrl?: string | undefined
  databaseAuthToken?: string | undefined
  now: () => Date
}

/**
 * Opens the database that the settings name, brought up to date. Throws StartError when it can't be used: when the data
 * folder can't be written or is held by another server, or the database isn't ours or is from a newer release; nothing
 * is changed then.
 */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  return options.databaseUrl
    ? openServer(options.databaseUrl, options)
    : openFolder(resolve(options.dataDir), options)
}

async function openServer(url: string, { databaseAuthToken, now }: Options): Promise<OpenDatabase> {
  const place = new URL(url).host
  let patient: Engine | undefined
  try {
    const { openGuarded, openRemote } = await import('./remote.ts')
    patient = openRemote(url, databaseAuthToken)
    // Migrations may take their time; requests may not.
    await migrate(patient, { now })
    const engine = openGuarded(url, databaseAuthToken)
    return { db: createDatabase(engine), place, close: engine.close }
  } catch (error) {
    throw startError(`The database server at ${place} can't be used`, error)
  } finally {
    await patient?.close()
  }
}

async function openFolder(folder: string, { now }: Options): Promise<OpenDatabase> {
  makeFolder(folder)
  const path = join(folder, DATABASE_FILE)
  await inspect(path)

  const unlock = lockFolder(folder)
  let engine: Engine | undefined
  let upgrade: OpenDatabase['upgrade']
  try {
    removeStaged(folder)
    engine = openEmbedded(path)
    chmodSync(path, 0o600)
    const beforeChange = async (version: number) => {
      upgrade = { from: version, backup: await backUp(folder, version) }
    }
    await migrate(engine, { now, beforeChange })
  } catch (error) {
    await engine?.close()
    unlock()
    throw startError(`The database ${path} can't be used`, error)
  }

  const opened = engine
  const close = async () => {
    await opened.close()
    unlock()
  }
  return { db: createDatabase(opened), place: folder, close, ...(upgrade ? { upgrade } : {}) }
}

/** Throws StartError when the database of `version` can't be copied. */
async function backUp(folder: string, version: number): Promise<string> {
  const backup = join(folder, BACKUP_FOLDER, upgradeBackupName(version))
  try {
    makeBackupFolder(folder)
    await copyDatabase(join(folder, DATABASE_FILE), backup)
    giveToOwnerOf(folder, backup)
    return backup
  } catch (error) {
    throw startError(`Nothing was upgraded, as the database can't be copied to ${backup} first`, error)
  }
}

/** Deletes what a restore that was ended has left behind. The folder must be locked. */
export function removeStaged(folder: string): void {
  removeDatabase(join(folder, STAGED_FILE))
  removeDatabase(join(folder, unfinishedName(STAGED_FILE)))
}

/** Makes the folder of backups in a data folder, and answers its path. */
export function makeBackupFolder(dataFolder: string): string {
  const folder = join(dataFolder, BACKUP_FOLDER)
  if (mkdirSync(folder, { recursive: true, mode: 0o700 })) giveToOwnerOf(dataFolder, folder)
  return folder
}

/** Makes a data folder where there is none. Throws StartError when it can't be written. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, modes.W_OK | modes.X_OK)
    if (!statSync(folder).isDirectory()) throw new Error('not a folder')
  } catch (error) {
    throw new StartError(`The data folder ${folder} can't be written.`, { cause: error })
  }
}

/** A sentence with the reason that is at the bottom of the error. */
export function startError(what: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  const words = reason instanceof Error ? reason.message : 'unknown error'
  return new StartError(`${what}: ${words.replace(/\.$/, '')}.`, { cause: error })
}
