import { type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import { BACKUP_FOLDER, BACKUP_KEEP, backupName } from '#domain/backups.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { copyInWorker } from '#src/backups/copy-in-worker.ts'
import type { CopyOutcome } from '#src/backups/copy-worker.ts'
import { describeFacts } from '#src/backups/describe-facts.ts'
import { failureMessage } from '#src/backups/failure-message.ts'
import { deleteUnfinished } from '#src/backups/folder.ts'
import { lockBackups } from '#src/backups/lock.ts'
import { makeBackup, type Target } from '#src/backups/make-backup.ts'
import { offsitePlaces, offsiteSettings } from '#src/backups/offsite.ts'
import { createOffsiteCopies } from '#src/backups/offsite-copies.ts'
import { createOutcomes } from '#src/backups/outcomes.ts'
import { startedBackup } from '#src/backups/record.ts'
import { backUpRemote } from '#src/backups/remote-backup.ts'
import type { Config } from '#src/config.ts'
import { checkDatabaseFile } from '#src/db/check-file.ts'
import { unfinishedName } from '#src/db/copy.ts'
import { MIGRATIONS } from '#src/db/migrate.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { requireReadable } from '#src/db/require-readable.ts'
import { StartError } from '#src/errors.ts'
import { chownToFolderOwner } from '#src/lib/durable-files.ts'
import { readFlags } from '#src/lib/flags.ts'
import { below, isS3Address, openS3, readS3Address, showS3Address } from '#src/lib/s3.ts'
import { createLog, type Log } from '#src/log.ts'
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
  const now = () => new Date()
  const at = now()
  const log = createLog({ format: 'text', now, write: io.err })
  const target = readTarget(to, { backupFolder, name: backupName(kind, at), config })
  const { name, isHere, file } = target
  // Other servers may be writing to the same folder.
  if (!isHere && !target.send) deleteUnfinished(dirname(file), { before: new Date(at.getTime() - HOUR_MS) })
  const outcome = copyTo(file, config, data, io)
  const outcomes = createOutcomes({
    ...{ folder: backupFolder.backups, now, log },
    // Older databases don't have these audit actions.
    write: async (work) => {
      const copied = await outcome
      if ('facts' in copied && copied.facts.version === MIGRATIONS.at(-1)?.id)
        await withDatabase(openExistingDatabase(config), work)
    },
  })
  const { backup, facts } = await makeBackup({
    ...{ begun: startedBackup({ kind, by: COMMAND_LINE.name, at, name, isHere }), target, outcome, now, log },
    keep: Math.max(1, config.backupKeep),
    giveToOwner: (file) => chownToFolderOwner(data, file),
    record: (backup) => outcomes.record(backup, COMMAND_LINE),
    release: backupFolder.release,
  })
  if (!facts) throw new StartError(`No backup was made to ${isHere ? file : name}: ${backup.failure}`)
  const size = `${formatBytes(backup.bytes ?? 0)} in ${backup.milliseconds} ms`
  io.out(`Backed up to ${isHere ? file : name}: ${size}. It contains ${describeFacts(facts)}.`)
  if (kind === 'daily') await copyOffsite(dirname(file), outcomes, config, { now, log, out: io.out })
  return 0
}

function copyTo(file: string, config: Config, data: string, { err }: Io): Promise<CopyOutcome> {
  const server = serverOf(config)
  if (server === null) return copyInWorker({ source: join(data, DATABASE_FILE), target: file }).outcome
  return backUpRemote(server, file, { now: () => new Date(), report: err }).then(
    (facts) => ({ facts, bytes: statSync(file).size }),
    (error: unknown) => ({ failure: failureMessage(error) }),
  )
}

type Surroundings = { now: () => Date; log: Log; out: Io['out'] }

/** Throws StartError if any copy fails, after trying all. */
async function copyOffsite(
  folder: string,
  { list, record }: ReturnType<typeof createOutcomes>,
  config: Config,
  { now, log, out }: Surroundings,
): Promise<void> {
  const failures: string[] = []
  const copies = createOffsiteCopies({
    ...{ folder, settings: offsiteSettings(config), by: COMMAND_LINE, list, now, log },
    record: (backup, by) => {
      if (backup.failure === null) out(`Copied to ${backup.name}: ${formatBytes(backup.bytes ?? 0)}.`)
      else failures.push(backup.failure)
      return record(backup, by)
    },
  })
  await copies.send()
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
