import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Actor, DAILY_SCHEDULE } from '#domain/audit.ts'
import {
  BACKUP_FOLDER,
  type Backup,
  type BackupCheck,
  type BackupKind,
  type BackupSettings,
  backupName,
} from '#domain/backups.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { AppError, conflict, unavailable } from '#src/errors.ts'
import { chownToFolderOwner } from '#src/lib/durable-files.ts'
import type { Log } from '#src/log.ts'
import { copyInWorker } from './copy-in-worker.ts'
import { describeFacts } from './describe-facts.ts'
import { deleteUnfinished, findBackup, isAhead } from './folder.ts'
import { type GiveToOwner, lockBackups } from './lock.ts'
import { type Ended, makeBackup } from './make-backup.ts'
import { type OffsiteSettings, offsitePlaces, showPlace } from './offsite.ts'
import { createOffsiteCopies } from './offsite-copies.ts'
import { createOutcomes, STOPPED } from './outcomes.ts'
import { startedBackup } from './record.ts'
import { findFirstStart } from './store.ts'

/** Backups that a running server makes of its own database. */
export type Backups = {
  settings: BackupSettings
  /** Newest first, including the running one and recent failures. */
  list(): Backup[]
  /** Null before the first. */
  last(): Backup | null
  /** The file's path; null if there is none. */
  find(name: string): string | null
  /** The path for a download, audited first. Null if there is none. */
  prepareDownload(by: Actor, name: string): Promise<string | null>
  /**
   * Reads a file as a restore does, and audits it. Null if there is none. Throws AppError conflict if one is being read.
   */
  check(by: Actor, name: string, signal: AbortSignal): Promise<BackupCheck | null>
  /** Deletes a file after auditing; returns whether it existed. */
  remove(by: Actor, name: string): Promise<boolean>
  /**
   * Returns the running backup. Throws AppError conflict if one is running or the database is on its own server, and
   * unavailable if the folder isn't writable or the server is shutting down. A daily one also throws conflict if they are
   * off.
   */
  start(by: Actor, kind?: 'manual' | 'daily'): Backup
  /** Deletes the oldest daily backups if it succeeds, and copies it to the places elsewhere. */
  makeDaily(): Promise<void>
  /**
   * Makes a daily backup that was missed or failed, copies the last one to places that don't have it, and deletes what
   * interrupted ones left.
   */
  makeMissed(): Promise<void>
  /** Resolves when no backup is running or being copied elsewhere. */
  ended(): Promise<void>
  /** Cancels the running backup and starts no more. */
  stop(): Promise<void>
}

type Options = {
  /** Null for a database server. */
  dataDir: string | null
  /** 0 disables daily backups. */
  keep: number
  offsite?: OffsiteSettings
  db: Database
  now: () => Date
  log: Log
  giveToOwner?: GiveToOwner
}

/** A day plus an hour for clock changes and slow backups. */
const MISSED_MS = 25 * 3_600_000
/** A running copy is written to all the time. */
const INTERRUPTED_MS = 3_600_000

const NOWHERE: OffsiteSettings = { backupRecipients: [], backupOffsiteKeep: 'all' }

const REMOTE = 'The database is on its own server: make backups there, or with passwright backup'
const OFF = 'Automatic backups are off: set BACKUP_KEEP'

export function createBackups({
  dataDir,
  keep,
  offsite = NOWHERE,
  db,
  now,
  log,
  giveToOwner = chownToFolderOwner,
}: Options): Backups {
  const data = dataDir === null ? null : resolve(dataDir)
  const folder = data === null ? null : join(data, BACKUP_FOLDER)
  const isDaily = folder !== null && keep > 0
  const outcomes = createOutcomes({ folder, write: (work) => work(db), now, log })
  let running: { backup: Backup; ended: Promise<Ended>; cancel(): void } | null = null
  let isStopped = false
  const copies =
    folder === null
      ? null
      : createOffsiteCopies({
          ...{ folder, settings: offsite, now, log },
          list: outcomes.list,
          by: DAILY_SCHEDULE,
          record: recordOutcome,
        })
  let checking: { cancel(failure: string): void } | null = null

  function startBackup(kind: Exclude<BackupKind, 'before-upgrade'>, by: Actor) {
    if (data === null || folder === null) throw conflict(REMOTE)
    if (kind === 'daily' && !isDaily) throw conflict(OFF)
    if (isStopped) throw unavailable('The server is shutting down')
    const unlock = lock(data)
    try {
      deleteUnfinished(folder)
      const at = now()
      const name = backupName(kind, at)
      const target = { name, isHere: true, file: join(folder, name) }
      const { outcome, cancel } = copyInWorker({ source: join(data, DATABASE_FILE), target: target.file })
      const backup = startedBackup({ kind, by: by.name, at, name })
      const ended = makeBackup({
        ...{ begun: backup, target, outcome, keep, now, log },
        giveToOwner: (file) => giveToOwner(data, file),
        record: (backup) => recordOutcome(backup, by),
        release: () => {
          running = null
          unlock()
        },
      })
      running = { backup, ended, cancel: () => cancel(STOPPED) }
      if (kind === 'daily') running.ended.then(copies?.send)
      return running
    } catch (error) {
      unlock()
      throw error
    }
  }

  function recordOutcome(backup: Backup, actor: Actor): Promise<void> {
    const { by, failure } = backup
    if (failure === STOPPED) log.warn('backup canceled', { by })
    else if (failure !== null) log.error('backup failed', new Error(failure), { by })
    return outcomes.record(backup, actor)
  }

  async function makeDaily(): Promise<void> {
    if (!isDaily) return
    await startBackup('daily', DAILY_SCHEDULE).ended
    await copies?.send()
  }

  async function isMissed(): Promise<boolean> {
    const known = outcomes.list()
    const ahead = known.filter((backup) => backup.isHere && isAhead(backup, now()))
    if (ahead.length > 0)
      log.warn('backups dated in the future are ignored: the clock was wrong', { backups: ahead.length })
    const last = known.find(
      (backup) => backup.status === 'done' && backup.isHere && isByServer(backup) && !ahead.includes(backup),
    )
    const since = last ? new Date(last.startedAt) : await findFirstStart(db)
    return since !== null && now().getTime() - since.getTime() > MISSED_MS
  }

  async function ended(): Promise<void> {
    await running?.ended
    await copies?.ended()
  }

  async function check(by: Actor, name: string, signal: AbortSignal): Promise<BackupCheck | null> {
    const source = find(name)
    if (!source) return null
    if (isStopped) throw unavailable('The server is shutting down')
    if (checking) throw conflict('A backup is already being verified')
    const { outcome, cancel } = copyInWorker({ source, target: null })
    checking = { cancel }
    signal.addEventListener('abort', () => cancel('Canceled.'))
    try {
      const result = await outcome
      const found: BackupCheck =
        'failure' in result
          ? { failure: result.failure, contents: null, changedAt: null }
          : { failure: null, contents: describeFacts(result.facts), changedAt: result.facts.changedAt }
      const detail = found.failure ?? 'valid'
      await recordAudit(db, by, { action: 'backup_verified', subject: name, detail }, now())
      return found
    } finally {
      checking = null
    }
  }

  const find = (name: string) => folder && findBackup(folder, name)

  return {
    settings: {
      isPossible: folder !== null,
      keep,
      offsite: folder === null ? [] : offsitePlaces(offsite).map((place) => showPlace(offsite, place)),
      isEncryptedOffsite: offsite.backupRecipients.length > 0,
    },
    list: () => [running?.backup ?? [], copies?.running() ?? [], outcomes.list()].flat(),
    last: () => outcomes.list().find((backup) => isByServer(backup) && !isAhead(backup, now())) ?? null,
    find,
    prepareDownload: async (by, name) => {
      const path = find(name)
      if (path) await recordAudit(db, by, { action: 'backup_downloaded', subject: name }, now())
      return path
    },
    check,
    remove: async (by, name) => {
      const path = find(name)
      if (!path) return false
      await recordAudit(db, by, { action: 'backup_deleted', subject: name }, now())
      rmSync(path, { force: true })
      return true
    },
    start: (by, kind = 'manual') => startBackup(kind, by).backup,
    makeDaily,
    makeMissed: async () => {
      if (folder) deleteUnfinished(folder, { before: new Date(now().getTime() - INTERRUPTED_MS) })
      if (isDaily && !running && (await isMissed())) await makeDaily()
      else await copies?.send()
    },
    ended,
    stop: () => {
      isStopped = true
      running?.cancel()
      checking?.cancel(STOPPED)
      copies?.stop()
      return ended()
    },
  }
}

const isByServer = ({ kind }: Backup) => kind === 'daily' || kind === 'manual'

function lock(data: string): () => void {
  let unlock: (() => void) | null
  try {
    unlock = lockBackups(data)
  } catch (cause) {
    throw new AppError('unavailable', "The backup folder isn't writable", { cause })
  }
  if (!unlock) throw conflict('A backup is already running')
  return unlock
}
