import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import { readBackupName } from '#domain/backups.ts'
import { describeFacts } from '#src/backups/describe-facts.ts'
import { failureOf } from '#src/backups/reason.ts'
import { checkBackup, type Restored, restoreSteps } from '#src/backups/restore.ts'
import { MIGRATIONS } from '#src/db/migrate.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import type { DatabaseFacts } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import { isS3Address, openS3, readS3Address } from '#src/lib/s3.ts'
import { refuseRemote } from './backup.ts'
import type { Command, Io } from './command.ts'
import { DATABASE_FLAGS, databaseConfig } from './database.ts'

const FLAGS = { ...DATABASE_FLAGS, yes: 'boolean', check: 'boolean' } as const

const help = `Usage: passwright restore FILE|s3://BUCKET/KEY [--yes]
       passwright restore FILE|s3://BUCKET/KEY --check

Puts a backup in the place of the database. The server on it must be stopped first. The backup is read through before
anything is touched, and brought up to date if it is older than this release; one from a newer release is refused. What
was there is kept among the backups. Everyone has to sign in again. Ended at any moment, even by a power cut, it leaves
the old database or the restored one.

  --check                only read the backup through and tell what is in it; the server may run
  --yes                  don't ask; needed where nobody sits at a terminal
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)

The keys for S3 storage are read as passwright backup does.`

/** Asks a question that is answered with yes or no; null when nobody sits at a terminal. */
export type Confirm = (question: string) => Promise<boolean | null>

/** Has something done when the process is asked to end, which it then does; until it is disposed of. */
export type OnStop = (undo: () => void) => Disposable

/** `passwright restore`: a backup in place of the database. */
export function restoreCommand({ confirm, onStop }: { confirm: Confirm; onStop: OnStop }): Command {
  return {
    help,
    takes: [{ flags: FLAGS }],
    run,
  }

  async function run(args: string[], io: Io): Promise<number> {
    const [source, rest] = takeSource(args)
    const flags = readFlags(rest, FLAGS)
    const config = databaseConfig(flags, io.env)
    if (!flags.has('check')) refuseRemote(config)
    const dataFolder = resolve(config.dataDir)
    using backup = await fetched(source, io.env, onStop)
    try {
      if (flags.has('check')) return await check(backup, io)
      return await restore(backup, { dataFolder, isSure: flags.has('yes') }, io)
    } catch (error) {
      if (error instanceof StartError) throw error
      throw new StartError(`It could not be restored. ${failureOf(error)}`, { cause: error })
    }
  }

  async function restore(
    backup: Fetched,
    { dataFolder, isSure }: { dataFolder: string; isSure: boolean },
    io: Io,
  ): Promise<number> {
    if (isSame(backup.path, join(dataFolder, DATABASE_FILE)))
      throw new StartError(`${backup.name} is the database itself, and no backup of it.`)
    await check(backup, io)
    const now = () => new Date()
    const steps = restoreSteps({ source: backup.path, dataFolder, by: COMMAND_LINE, now })
    try {
      // The folder is locked from here on: no server starts while the question stands.
      await steps.next()
      if (!isSure) await ask(dataFolder)
      tell(await finish(steps), backup, dataFolder, io)
      return 0
    } finally {
      await steps.return({ facts: { version: 0, counts: {}, changedAt: null }, former: null })
    }
  }

  async function ask(dataFolder: string): Promise<void> {
    const answer = await confirm(`Put it in the place of the database in ${dataFolder}?`)
    if (answer === null) throw new StartError('There is no terminal to ask whether you are sure: use --yes.')
    if (!answer) throw new StartError('Nothing was changed.')
  }
}

/** Whether two paths lead to one file, whatever links are on the way. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino
}

/** The backup stands first or last, whatever flags are around it. */
function takeSource(args: string[]): [string, string[]] {
  const isFlag = (word: string | undefined) => word === undefined || word.startsWith('-')
  if (!isFlag(args[0])) return [args[0] ?? '', args.slice(1)]
  if (!isFlag(args.at(-1))) return [args.at(-1) ?? '', args.slice(0, -1)]
  throw new StartError('Please name the backup: passwright restore FILE')
}

type Fetched = { path: string; name: string; [Symbol.dispose](): void }

async function fetched(source: string, env: Io['env'], onStop: OnStop): Promise<Fetched> {
  if (!isS3Address(source)) return { path: resolve(source), name: source, [Symbol.dispose]: () => undefined }
  const place = readS3Address(source)
  if (place.key === '') throw new StartError(`${source} names a bucket and no backup in it.`)
  const s3 = openS3(env)
  using undo = new DisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'passwright-restore-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  undo.defer(remove)
  undo.use(onStop(remove))
  const path = join(folder, basename(place.key))
  await s3.download(place, path)
  const kept = undo.move()
  return { path, name: source, [Symbol.dispose]: () => kept.dispose() }
}

async function check({ path, name }: Fetched, { out }: Io): Promise<number> {
  const facts = await checkBackup(path)
  out(`${name} is good: ${madeAt(path, facts)}${ageOf(facts)}. It holds ${describeFacts(facts)}.`)
  return 0
}

/** The file's own time is that of the copying or the download. */
function madeAt(path: string, { changedAt }: DatabaseFacts): string {
  const at = readBackupName(basename(path))?.at
  if (at) return `made ${showTime(at)}`
  if (changedAt !== null) return `last change in it ${showTime(new Date(changedAt))}`
  return `last written ${showTime(statSync(path).mtime)}`
}

const showTime = (at: Date) =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

function ageOf({ version }: DatabaseFacts): string {
  const newest = MIGRATIONS.at(-1)?.id ?? 0
  return version === newest ? '' : `, by an older release (version ${version}, now ${newest})`
}

async function finish(steps: AsyncGenerator<string, Restored>): Promise<Restored> {
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}

function tell({ facts, former }: Restored, { path, name }: Fetched, dataFolder: string, { out }: Io): void {
  out(`Restored ${name}, ${madeAt(path, facts)}, to ${dataFolder}: ${describeFacts(facts)}.`)
  out('Everyone has to sign in again.')
  if (former?.isWhole) out(`What was there before is kept as ${former.path}.`)
  else if (former) out(`What was there before was damaged; its files are kept in ${former.path}.`)
}
