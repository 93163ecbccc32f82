import { existsSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import { BACKUP_KEEP, type Backup, backupName } from '#domain/backups.ts'
import { showBytes } from '#domain/show-bytes.ts'
import { recordAudit } from '#src/audit/store.ts'
import { endedBackup, lockBackups, startedBackup } from '#src/backups/attempt.ts'
import { describeFacts } from '#src/backups/describe-facts.ts'
import { deleteUnfinished } from '#src/backups/folder.ts'
import { noteBackup } from '#src/backups/history.ts'
import { failureOf } from '#src/backups/reason.ts'
import type { Config } from '#src/config.ts'
import { copyDatabase, unfinishedName } from '#src/db/copy.ts'
import { inspect } from '#src/db/inspect.ts'
import { joinDatabase } from '#src/db/join.ts'
import { MIGRATIONS } from '#src/db/migrate.ts'
import { DATABASE_FILE, makeBackupFolder } from '#src/db/open.ts'
import type { DatabaseFacts } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { giveToOwnerOf } from '#src/lib/durable.ts'
import { readFlags } from '#src/lib/flags.ts'
import { isS3Address, openS3, readS3Address, showS3Address } from '#src/lib/s3.ts'
import type { Command, Io } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, told } from './database.ts'

const FLAGS = { ...DATABASE_FLAGS, to: 'string' } as const

const help = `Usage: passwright backup [--to FILE|FOLDER|s3://BUCKET/PREFIX]

Makes a copy of the database that is whole and of one moment, also while the server runs, and reads all of it before it
counts. Visitor hashes, sessions and the key that signs them stay out of it. Exit status 0 only when the copy is good.

  --to PLACE             a file that is not there yet, a folder, or S3 storage (default: backups in the data folder)
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)

In a folder or bucket the file is called passwright-<time in UTC>.db. S3 storage takes its keys from S3_ACCESS_KEY_ID
and S3_SECRET_ACCESS_KEY, and S3_REGION, S3_ENDPOINT and S3_SESSION_TOKEN where it needs them; AWS_… will do as well.
It gets one file of 5 GB at most, is not followed to another address, and is given up after a minute of silence.

The server also makes a backup every night and keeps the last ${BACKUP_KEEP.default} (BACKUP_KEEP). passwright restore brings one back.`

/** Where a copy goes: `file` is made here; with `send` it goes on from there and is deleted here. */
type Target = {
  name: string
  isHere: boolean
  file: string
  send?: (file: FileHandle, bytes: number) => Promise<void>
}

const HOUR_MS = 3_600_000

/** `passwright backup`: a copy of the database, beside the running server or without it. */
export const backupCommand: Command = {
  help,
  takes: [{ flags: FLAGS }],
  run: async (args, io) => {
    const flags = readFlags(args, FLAGS)
    const config = databaseConfig(flags, io.env)
    refuseRemote(config)
    const data = resolve(config.dataDir)
    if (!existsSync(join(data, DATABASE_FILE))) throw new StartError(`There is no database in ${data}.`)
    await inspect(join(data, DATABASE_FILE))

    const unlock = onDisk(data, () => lockBackups(data))
    if (!unlock) throw new StartError('Another backup is running. Please try again when it is done.')
    try {
      return await backUp({ data, to: flags.get('to'), config, unlock }, io)
    } finally {
      unlock()
    }
  },
}

/** Throws StartError where the database is not in the data folder. */
export function refuseRemote({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return
  throw new StartError(
    `The database is on the server ${new URL(databaseUrl).host}: back it up and restore it there, not with this program.`,
  )
}

type Plan = { data: string; to: string | true | undefined; config: Config; unlock: () => void }

async function backUp({ data, to, config, unlock }: Plan, io: Io): Promise<number> {
  const folder = makeBackupFolder(data)
  const at = new Date()
  deleteUnfinished(folder)
  const target = readTarget(to, { folder, name: backupName('manual', at), env: io.env })
  const { name, isHere, file } = target
  // Backups of other sites may be on their way to the same folder.
  if (!isHere && !target.send) deleteUnfinished(dirname(file), { before: new Date(at.getTime() - HOUR_MS) })
  const begun = startedBackup({ kind: 'manual', by: COMMAND_LINE.name, at, name, isHere })
  const note = (backup: Backup) => {
    noteBackup(folder, backup)
    giveToOwnerOf(data, join(folder, 'history.jsonl'))
  }
  const { facts, bytes } = await copyTo(target, join(data, DATABASE_FILE), unlock).catch((error: unknown) => {
    const failure = failureOf(error)
    note(endedBackup(begun, new Date(), { failure }))
    throw new StartError(`No backup was made to ${isHere ? file : name}: ${failure}`, { cause: error })
  })
  if (isHere) giveToOwnerOf(data, file)
  const ended = endedBackup(begun, new Date(), { bytes })
  note(ended)
  await noteInAudit(config, facts, name, bytes)
  const size = `${showBytes(bytes)} in ${ended.milliseconds} ms`
  io.out(`Backed up to ${isHere ? file : name}: ${size}. It holds ${describeFacts(facts)}.`)
  return 0
}

type Usual = { folder: string; name: string; env: Io['env'] }

function readTarget(to: string | true | undefined, { folder, name, env }: Usual): Target {
  if (typeof to !== 'string') return { name, isHere: true, file: join(folder, name) }
  if (isS3Address(to)) {
    const s3 = openS3(env)
    const { bucket, key } = readS3Address(to)
    const place = { bucket, key: key === '' ? name : `${key}/${name}` }
    const send = (file: FileHandle, bytes: number) => s3.upload(file, bytes, place)
    // Killed, it leaves no file that looks like a backup.
    const file = join(folder, unfinishedName(name))
    return { name: showS3Address(place), isHere: false, file, send }
  }
  const path = resolve(to)
  const isFolder = /[/\\]$/.test(to) || statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const file = isFolder ? join(path, name) : path
  if (existsSync(file)) throw new StartError(`${file} is already there.`)
  const isHere = dirname(file) === folder && basename(file) === name
  return { name: isHere ? name : file, isHere, file }
}

async function copyTo(
  { file, send }: Target,
  source: string,
  unlock: () => void,
): Promise<{ facts: DatabaseFacts; bytes: number }> {
  const facts = await copyDatabase(source, file)
  const bytes = statSync(file).size
  if (!send) return { facts, bytes }
  const opened = await open(file).finally(() => rmSync(file, { force: true }))
  try {
    // What is sent has no name any more: nothing is left of it, however this ends, and the server may make its own.
    unlock()
    await send(opened, bytes)
  } finally {
    await opened.close()
  }
  return { facts, bytes }
}

/** A database of an older release can be copied, but knows no such entry. */
async function noteInAudit(
  config: Config,
  { version }: DatabaseFacts,
  name: string,
  bytes: number,
): Promise<void> {
  if (version !== MIGRATIONS.at(-1)?.id) return
  const { db, close } = await joinDatabase(config)
  try {
    const entry = { action: 'backup_made', subject: name, detail: showBytes(bytes) } as const
    await recordAudit(db, COMMAND_LINE, entry, new Date())
  } catch (error) {
    throw told(error)
  } finally {
    await close()
  }
}

function onDisk<Result>(data: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The data folder ${data} can't be written: ${failureOf(error)}`, { cause: error })
  }
}
