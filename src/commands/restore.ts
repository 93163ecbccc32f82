import { mkdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import { readBackupName } from '#domain/backups.ts'
import { describeFacts } from '#src/backups/describe-facts.ts'
import { failureMessage } from '#src/backups/failure-message.ts'
import { restoreRemote } from '#src/backups/remote-backup.ts'
import { checkBackup, type Restored, restoreSteps } from '#src/backups/restore.ts'
import type { Config } from '#src/config.ts'
import { type DatabaseLocation, showLocation } from '#src/db/copy-endpoints.ts'
import { MIGRATIONS } from '#src/db/migrate.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { readDatabaseFile } from '#src/db/read-file.ts'
import { requireReadable } from '#src/db/require-readable.ts'
import { keysOfFile, requireKey } from '#src/db/sealed-values.ts'
import type { DatabaseFacts } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { decryptFile, isEncrypted } from '#src/lib/age.ts'
import { requireSpace } from '#src/lib/disk-space.ts'
import { readFlags } from '#src/lib/flags.ts'
import { keyAdvice, keyFileOf, readKeyFile } from '#src/lib/key-file.ts'
import { isS3Address, openS3, readS3Address } from '#src/lib/s3.ts'
import { serverOf } from './backup.ts'
import type { Command, Io } from './command.ts'
import { databaseConfig, KEY_FLAGS } from './database.ts'
import type { OnStop } from './on-stop.ts'
import { type Confirm, requireConfirmation } from './require-confirmation.ts'
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'

const FLAGS = {
  ...KEY_FLAGS,
  yes: 'boolean',
  check: 'boolean',
  'reset-secrets': 'boolean',
  identity: 'string',
} as const

const help = `Usage: passwright restore FILE|s3://BUCKET/KEY [--yes]
       passwright restore FILE|s3://BUCKET/KEY --check

Replaces the database with a backup. Stop the server first. The backup is verified before anything is changed, and
migrated if it is older than this release; one from a newer release is refused. The old database is kept in the
backup folder. Everyone has to sign in again. If the restore is interrupted, even by a power outage, you have either the
old database or the restored one.

With DATABASE_URL, the backup is restored to an empty database on that libSQL server, and every table is read back and
compared. To resume an interrupted restore, run it again; until it is complete, no server starts on that database.

${keyAdvice('secrets.key')}
On a new machine, put that copy into the data folder first.

  --check                  only verify the backup and describe its contents; the server may be running
  --yes                    don't ask; required without a terminal
  --reset-secrets          without the key: delete the secrets, as passwright secrets reset does
  --identity FILE          the age identity, as age-keygen writes it, for a backup that is encrypted
  --secrets-key-file FILE  the key (SECRETS_KEY_FILE, default secrets.key in the data folder)
  --data FOLDER            where the database is kept (DATA_DIR, default ./data)
  --database-url URL       an empty database on a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)

S3 credentials are read as in passwright backup.`

export function restoreCommand({ confirm, onStop }: { confirm: Confirm; onStop: OnStop }): Command {
  return {
    help,
    run,
  }

  async function run(args: string[], io: Io): Promise<number> {
    const [source, rest] = takeSource(args)
    const flags = readFlags(rest, FLAGS)
    const config = databaseConfig(flags, io.env)
    const dataFolder = resolve(config.dataDir)
    using temporary = temporaryFolder('restore', onStop)
    const backup = await fetchBackup(source, { config, identity: flags.get('identity'), temporary })
    try {
      const server = serverOf(config)
      if (!server && !flags.has('check') && isSame(backup.path, join(dataFolder, DATABASE_FILE)))
        throw new StartError(`${backup.name} is the database itself, not a backup.`)
      const facts = await check(backup, io)
      if (flags.has('check')) return 0
      const resetsSecrets = flags.has('reset-secrets')
      const keyFile = keyFileOf(config)
      if (!resetsSecrets) await requireKeyOf(backup, keyFile)
      const choices = { isConfirmed: flags.has('yes'), resetsSecrets, keyFile }
      if (server) return await restoreToServer(backup, { server, facts, temporary, ...choices }, io)
      return await restore(backup, { dataFolder, ...choices }, io)
    } catch (error) {
      if (error instanceof StartError) throw error
      throw new StartError(`The restore failed. ${failureMessage(error)}`, { cause: error })
    }
  }

  async function restore(
    backup: Fetched,
    { dataFolder, isConfirmed, ...choices }: Choices & { dataFolder: string },
    io: Io,
  ): Promise<number> {
    const now = () => new Date()
    const steps = restoreSteps({ source: backup.path, dataFolder, by: COMMAND_LINE, now, ...choices })
    try {
      // Locks the folder: no server can start during the confirmation.
      await steps.next()
      if (!isConfirmed)
        await requireConfirmation(confirm, `Replace the database in ${dataFolder} with this backup?`)
      printResult(await finish(steps), backup, dataFolder, io)
      return 0
    } finally {
      await steps.return({ facts: { version: 0, counts: {}, changedAt: null }, replaced: null })
    }
  }

  async function restoreToServer(
    backup: Fetched,
    { server, facts, temporary, isConfirmed, ...choices }: ServerTask,
    io: Io,
  ): Promise<number> {
    const place = showLocation(server)
    await restoreRemote({
      ...{ source: backup.path, place: server, folder: temporary.make(), by: COMMAND_LINE, ...choices },
      ...{ now: () => new Date(), report: io.err },
      ask: async () => {
        if (!isConfirmed) await requireConfirmation(confirm, `Restore it to the empty database at ${place}?`)
      },
    })
    printResult({ facts, replaced: null }, backup, place, io)
    return 0
  }
}

/** Follows links. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino
}

/** The backup may come before or after the flags. */
function takeSource(args: string[]): [string, string[]] {
  const isFlag = (word: string | undefined) => word === undefined || word.startsWith('-')
  if (!isFlag(args[0])) return [args[0] ?? '', args.slice(1)]
  if (!isFlag(args.at(-1))) return [args.at(-1) ?? '', args.slice(0, -1)]
  throw new StartError('Specify the backup: passwright restore FILE')
}

type Choices = { isConfirmed: boolean; resetsSecrets: boolean; keyFile: string }

type ServerTask = Choices & {
  server: DatabaseLocation
  facts: DatabaseFacts
  temporary: TemporaryFolder
}

type Fetched = { path: string; name: string }

type Means = { config: Config; identity: string | true | undefined; temporary: TemporaryFolder }

async function fetchBackup(source: string, means: Means): Promise<Fetched> {
  const path = isS3Address(source) ? await download(source, means) : resolve(source)
  requireReadable(path, `There is no file ${path}.`)
  if (!statSync(path).isFile() || !(await isEncrypted(path))) return { path, name: source }
  if (typeof means.identity !== 'string')
    throw new StartError(`${source} is encrypted: add --identity FILE, with the file that age-keygen made.`)
  const folder = join(means.temporary.make(), 'decrypted')
  mkdirSync(folder)
  requireSpace(folder, statSync(path).size)
  const plain = join(folder, basename(path).replace(/\.age$/, ''))
  await decryptFile(path, plain, resolve(means.identity))
  return { path: plain, name: source }
}

async function download(source: string, { config, temporary }: Means): Promise<string> {
  const place = readS3Address(source)
  if (place.key === '') throw new StartError(`${source} specifies a bucket but no backup.`)
  const path = join(temporary.make(), basename(place.key))
  await openS3(config).download(place, path)
  return path
}

async function check({ path, name }: Fetched, { out }: Io): Promise<DatabaseFacts> {
  const facts = await checkBackup(path)
  out(`${name} is valid: ${madeAt(path, facts)}${ageOf(facts)}. It contains ${describeFacts(facts)}.`)
  return facts
}

async function requireKeyOf({ path }: Fetched, keyFile: string): Promise<void> {
  const sealed = await readDatabaseFile(path, async (read) => keysOfFile(read))
  requireKey(sealed, readKeyFile(keyFile), keyFile, 'add --reset-secrets')
}

/** The file's own time is that of copying or downloading. */
function madeAt(path: string, { changedAt }: DatabaseFacts): string {
  const at = readBackupName(basename(path))?.at
  if (at) return `made ${showTime(at)}`
  if (changedAt !== null) return `last changed ${showTime(new Date(changedAt))}`
  return `last written ${showTime(statSync(path).mtime)}`
}

const showTime = (at: Date) =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

function ageOf({ version }: DatabaseFacts): string {
  const newest = MIGRATIONS.at(-1)?.id ?? 0
  return version === newest ? '' : `, from an older release (schema version ${version}, now ${newest})`
}

async function finish(steps: AsyncGenerator<string, Restored>): Promise<Restored> {
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}

function printResult(
  { facts, replaced }: Restored,
  { path, name }: Fetched,
  dataFolder: string,
  { out }: Io,
): void {
  out(`Restored ${name}, ${madeAt(path, facts)}, to ${dataFolder}: ${describeFacts(facts)}.`)
  out('Everyone has to sign in again.')
  if (replaced?.isWhole) out(`The replaced database is kept as ${replaced.path}.`)
  else if (replaced) out(`The replaced database was damaged; its files are kept in ${replaced.path}.`)
}
