import { rmSync, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import { BACKUP_FOLDER, BACKUP_KEEP, type Backup, backupName } from '#domain/backups.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { recordAudit } from '#src/audit/store.ts'
import { describeFacts } from '#src/backups/describe-facts.ts'
import { failureMessage } from '#src/backups/failure-message.ts'
import { deleteOldDaily, deleteUnfinished } from '#src/backups/folder.ts'
import { appendHistory } from '#src/backups/history.ts'
import { lockBackups } from '#src/backups/lock.ts'
import { offsiteName, offsitePlaces, sendOffsite } from '#src/backups/offsite.ts'
import { endedBackup, startedBackup } from '#src/backups/record.ts'
import { backUpRemote } from '#src/backups/remote-backup.ts'
import type { Config } from '#src/config.ts'
import { checkDatabaseFile } from '#src/db/check-file.ts'
import { copyDatabase, unfinishedName } from '#src/db/copy.ts'
import { MIGRATIONS } from '#src/db/migrate.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { requireReadable } from '#src/db/require-readable.ts'
import type { DatabaseFacts } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { chownToFolderOwner } from '#src/lib/durable-files.ts'
import { readFlags } from '#src/lib/flags.ts'
import { below, isS3Address, openS3, readS3Address, showS3Address } from '#src/lib/s3.ts'
import { chunksOf } from '#src/lib/stored-stream.ts'
import type { Command, Io } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, withDatabase } from './database.ts'
import type { OnStop } from './on-stop.ts'
import { temporaryFolder } from './temporary-folder.ts'

const FLAGS = { ...DATABASE_FLAGS, to: 'string', offsite: 'boolean' } as const

const help = `Usage: passwright backup [--to FILE|FOLDER|s3://BUCKET/PREFIX | --offsite]

Creates a consistent backup of the database, even while the server is running, and verifies it by reading it back.
Sessions, tokens, password links, the server's keys and today's visitor hashes are left out. Exit status 0 only if the
backup is valid.

  --to PLACE             a new file, a folder, or S3 storage (default: backups in the data folder)
  --offsite              make it as the nightly one: then copy it to BACKUP_S3_URL and BACKUP_FOLDER, encrypted to
                         BACKUP_RECIPIENTS, and delete old ones as BACKUP_OFFSITE_KEEP says
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN): it is read in one
                         transaction, and must be at this release's version

In a folder or bucket the file is called passwright-<time in UTC>.db. Credentials for S3 storage come from
S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; set S3_REGION, S3_ENDPOINT and S3_SESSION_TOKEN if it needs them. AWS_…
variables work, too, and so do files: S3_SECRET_ACCESS_KEY_FILE is the path of one. Uploads are limited to 5 GB, follow no
redirects, and fail once less than 256 KB are transferred in a minute.

The server also makes a backup every night and keeps the last ${BACKUP_KEEP.default} (BACKUP_KEEP). passwright restore restores one.`

/** `file` is written first; with `send` it is uploaded and deleted. */
type Target = {
  name: string
  isHere: boolean
  file: string
  send?: (body: ReadableStream<Uint8Array>, bytes: number) => Promise<void>
}

const HOUR_MS = 3_600_000

export function backupCommand({ onStop }: { onStop: OnStop }): Command {
  return { help, run }

  async function run(args: string[], io: Io): Promise<number> {
    const flags = readFlags(args, FLAGS)
    const to = flags.get('to')
    const config = databaseConfig(flags, io.env)
    const data = resolve(config.dataDir)
    if (config.databaseUrl === undefined) {
      const database = join(data, DATABASE_FILE)
      requireReadable(database, `There is no database in ${data}.`)
      await checkDatabaseFile(database)
    }
    const isElsewhere = config.databaseUrl !== undefined && to !== undefined
    using backupFolder = isElsewhere ? outsideDataFolder(onStop) : inDataFolder(data)
    const isDaily = flags.has('offsite')
    if (isDaily && (to !== undefined || offsitePlaces(config).length === 0))
      throw new StartError('--offsite needs BACKUP_S3_URL or BACKUP_FOLDER in the environment, and no --to.')
    return await backUp({ data, to, kind: isDaily ? 'daily' : 'manual', config, backupFolder }, io)
  }
}

type BackupFolder = Disposable & {
  /** Null if the data folder isn't used. */
  backups: string | null
  /** For unfinished files, and backups without `--to`. */
  folder(): string
  /** Call before uploading, once the unfinished file is deleted. */
  release(): void
  note(backup: Backup): void
}

function inDataFolder(data: string): BackupFolder {
  const unlock = withFileErrors(data, () => lockBackups(data))
  if (!unlock) throw new StartError('Another backup is running. Try again when it has finished.')
  const folder = join(data, BACKUP_FOLDER)
  deleteUnfinished(folder)
  return {
    backups: folder,
    folder: () => folder,
    release: unlock,
    note: (backup) => {
      appendHistory(folder, backup)
      chownToFolderOwner(data, join(folder, 'history.jsonl'))
    },
    [Symbol.dispose]: unlock,
  }
}

/** A libSQL server has no data folder to lock, and no history. */
function outsideDataFolder(onStop: OnStop): BackupFolder {
  const temporary = temporaryFolder('backup', onStop)
  const remove = temporary[Symbol.dispose]
  return {
    backups: null,
    folder: temporary.make,
    release: remove,
    note: () => undefined,
    [Symbol.dispose]: remove,
  }
}

/** Null for the data folder. */
export const serverOf = ({ databaseUrl, databaseAuthToken }: Config) =>
  databaseUrl === undefined ? null : { url: databaseUrl, authToken: databaseAuthToken }

type Plan = {
  data: string
  to: string | true | undefined
  /** Daily ones are also copied elsewhere. */
  kind: 'daily' | 'manual'
  config: Config
  backupFolder: BackupFolder
}

async function backUp({ data, to, kind, config, backupFolder }: Plan, io: Io): Promise<number> {
  const at = new Date()
  const target = readTarget(to, { backupFolder, name: backupName(kind, at), config })
  const { name, isHere, file } = target
  // Other servers may be writing to the same folder.
  if (!isHere && !target.send) deleteUnfinished(dirname(file), { before: new Date(at.getTime() - HOUR_MS) })
  const begun = startedBackup({ kind, by: COMMAND_LINE.name, at, name, isHere })
  const server = serverOf(config)
  const copy = (file: string) =>
    server === null
      ? copyDatabase(join(data, DATABASE_FILE), file)
      : backUpRemote(server, file, { now: () => new Date(), report: io.err })
  const { facts, bytes } = await copyTo(target, copy, backupFolder).catch((error: unknown) => {
    const failure = failureMessage(error)
    backupFolder.note(endedBackup(begun, new Date(), { failure }))
    throw new StartError(`No backup was made to ${isHere ? file : name}: ${failure}`, { cause: error })
  })
  if (isHere) chownToFolderOwner(data, file)
  const ended = endedBackup(begun, new Date(), { bytes })
  backupFolder.note(ended)
  await auditBackup(config, facts, name, bytes)
  const size = `${formatBytes(bytes)} in ${ended.milliseconds} ms`
  io.out(`Backed up to ${isHere ? file : name}: ${size}. It contains ${describeFacts(facts)}.`)
  if (kind === 'daily') await copyOffsite(file, config, backupFolder, io)
  return 0
}

/** Throws StartError if any copy fails, after trying all. */
async function copyOffsite(
  source: string,
  config: Config,
  backupFolder: BackupFolder,
  io: Io,
): Promise<void> {
  if (backupFolder.backups) deleteOldDaily(backupFolder.backups, Math.max(1, config.backupKeep), new Date())
  backupFolder.release()
  const failures: string[] = []
  for (const place of offsitePlaces(config)) {
    const name = offsiteName(config, place, source)
    const at = new Date()
    const begun = startedBackup({ kind: 'daily', by: COMMAND_LINE.name, at, name, isHere: false })
    try {
      const { bytes, pruneFailure } = await sendOffsite({ source, place, settings: config, now: at })
      backupFolder.note(endedBackup(begun, new Date(), { bytes }))
      io.out(`Copied to ${name}: ${formatBytes(bytes)}.`)
      if (pruneFailure !== null)
        failures.push(`Old backups could not be deleted there: ${failureMessage(pruneFailure)}`)
    } catch (error) {
      const failure = `Not copied to ${name}: ${failureMessage(error)}`
      backupFolder.note(endedBackup(begun, new Date(), { failure }))
      failures.push(failure)
    }
  }
  if (failures.length > 0) throw new StartError(failures.join(' '))
}

type Usual = { backupFolder: BackupFolder; name: string; config: Config }

function readTarget(to: string | true | undefined, { backupFolder, name, config }: Usual): Target {
  if (typeof to !== 'string') return { name, isHere: true, file: join(backupFolder.folder(), name) }
  if (isS3Address(to)) {
    const s3 = openS3(config)
    const place = below(readS3Address(to), name)
    const send: Target['send'] = (body, bytes) => s3.upload(body, bytes, place)
    // If killed, it leaves no file that looks like a backup.
    const file = join(backupFolder.folder(), unfinishedName(name))
    return { name: showS3Address(place), isHere: false, file, send }
  }
  const path = resolve(to)
  const isFolder = /[/\\]$/.test(to) || statsOf(path)?.isDirectory()
  const file = isFolder ? join(path, name) : path
  if (statsOf(file)) throw new StartError(`${file} already exists.`)
  const isHere = dirname(file) === backupFolder.backups && basename(file) === name
  return { name: isHere ? name : file, isHere, file }
}

/** Undefined if it doesn't exist. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new StartError(`No backup was made to ${path}: ${failureMessage(error)}`, { cause: error })
  }
}

async function copyTo(
  { file, send }: Target,
  copy: (file: string) => Promise<DatabaseFacts>,
  { release }: BackupFolder,
): Promise<{ facts: DatabaseFacts; bytes: number }> {
  const facts = await copy(file)
  const bytes = statSync(file).size
  if (!send) return { facts, bytes }
  const opened = await open(file).finally(() => rmSync(file, { force: true }))
  try {
    // The file is unlinked but still open: it leaves no trace, and the server may start its own backup.
    release()
    await send(chunksOf(opened), bytes)
  } finally {
    await opened.close()
  }
  return { facts, bytes }
}

/** Older databases don't have this audit action. */
async function auditBackup(
  config: Config,
  { version }: DatabaseFacts,
  name: string,
  bytes: number,
): Promise<void> {
  if (version !== MIGRATIONS.at(-1)?.id) return
  const entry = { action: 'backup_made', subject: name, detail: formatBytes(bytes) } as const
  await withDatabase(openExistingDatabase(config), (db) => recordAudit(db, COMMAND_LINE, entry, new Date()))
}

function withFileErrors<Result>(data: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The data folder ${data} can't be written to: ${failureMessage(error)}`, {
      cause: error,
    })
  }
}
