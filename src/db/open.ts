import { accessSync, chmodSync, mkdirSync, constants as modes, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BACKUP_FOLDER, upgradeBackupName } from '#domain/backups.ts'
import { StartError, TemporaryStartError } from '#src/errors.ts'
import { DISK_FULL, isDiskFull } from '#src/lib/disk-full.ts'
import { chownToFolderOwner } from '#src/lib/durable-files.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'
import { keyFileOf } from '#src/lib/key-file.ts'
import { checkDatabaseFile } from './check-file.ts'
import { copyDatabase, removeDatabase, unfinishedName } from './copy.ts'
import { createDatabase, type Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'

export const DATABASE_FILE = 'passwright.db'
export const STAGED_FILE = `${DATABASE_FILE}.restoring`

export type OpenDatabase = {
  db: Database
  place: string
  upgrade?: { from: number; backup: string }
  close(): Promise<void>
}

type Options = {
  dataDir: string
  secretsKeyFile?: string | undefined
  databaseUrl?: string | undefined
  databaseAuthToken?: string | undefined
  now: () => Date
}

/** Throws StartError if the folder is in use or not writable, or the database is another program's or from a newer release. */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  return options.databaseUrl
    ? openServer(options.databaseUrl, options)
    : openFolder(resolve(options.dataDir), options)
}

async function openServer(url: string, options: Options): Promise<OpenDatabase> {
  const place = new URL(url).host
  let engine: Engine | undefined
  try {
    const { openRemote } = await import('./remote.ts')
    engine = openRemote(url, options.databaseAuthToken)
    await migrate(engine, { now: options.now, keyFile: keyFileOf(options) })
    return { db: createDatabase(engine), place, close: engine.close }
  } catch (error) {
    await engine?.close()
    throw startError(`The database server at ${place} can't be used`, error, !isRefused(error))
  }
}

/** Such as a wrong token. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && (('status' in error && Number(error.status) < 500) || isRefused(error.cause))

async function openFolder(folder: string, { now, ...options }: Options): Promise<OpenDatabase> {
  makeFolder(folder)
  const path = join(folder, DATABASE_FILE)
  await checkDatabaseFile(path)

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
    await migrate(engine, { now, beforeChange, keyFile: keyFileOf(options) })
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

async function backUp(folder: string, version: number): Promise<string> {
  const backup = join(folder, BACKUP_FOLDER, upgradeBackupName(version))
  try {
    makeBackupFolder(folder)
    await copyDatabase(join(folder, DATABASE_FILE), backup)
    chownToFolderOwner(folder, backup)
    return backup
  } catch (error) {
    throw startError(`Nothing was upgraded, as the database can't be copied to ${backup} first`, error)
  }
}

/** The folder must be locked. */
export function removeStaged(folder: string): void {
  removeDatabase(join(folder, STAGED_FILE))
  removeDatabase(join(folder, unfinishedName(STAGED_FILE)))
}

export function makeBackupFolder(dataFolder: string): string {
  const folder = join(dataFolder, BACKUP_FOLDER)
  if (mkdirSync(folder, { recursive: true, mode: 0o700 })) chownToFolderOwner(dataFolder, folder)
  return folder
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, modes.W_OK | modes.X_OK)
    if (!statSync(folder).isDirectory()) throw new Error('not a folder')
  } catch (error) {
    throw new StartError(`The data folder ${folder} can't be written to.`, { cause: error })
  }
}

/** Appends the innermost cause. */
export function startError(what: string, error: unknown, isTemporary = false): StartError {
  if (error instanceof StartError) return error
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  const known = reason instanceof Error ? reason.message : 'unknown error'
  const words = isDiskFull(error) ? DISK_FULL : known
  return new (isTemporary ? TemporaryStartError : StartError)(
    `${what}: ${escapeForTerminal(words).replace(/(?:\. Is the computer able to access the url\?|\.)$/, '')}.`,
    {
      cause: error,
    },
  )
}
