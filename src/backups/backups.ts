import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Actor, DAILY_SCHEDULE } from '#domain/audit.ts'
import {
  BACKUP_FOLDER,
  type Backup,
  type BackupKind,
  type BackupSettings,
  backupName,
} from '#domain/backups.ts'
import { showBytes } from '#domain/show-bytes.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { AppError, conflict, unavailable } from '#src/errors.ts'
import { giveToOwnerOf } from '#src/lib/durable.ts'
import type { Log } from '#src/log.ts'
import { recordNotice } from '#src/notices/store.ts'
import { endedBackup, type GiveToOwner, lockBackups, startedBackup } from './attempt.ts'
import { copyAway } from './copy-away.ts'
import { deleteOldDaily, deleteUnfinished, findBackup, listBackups } from './folder.ts'
import { noteBackup, readHistory } from './history.ts'
import { findFirstStart } from './store.ts'

/** The backups that a running server makes of its own database. */
export type Backups = {
  settings: BackupSettings
  /** Newest first, with the one that runs and the last that failed. */
  list(): Backup[]
  /** How the last one of the server itself or of an administrator ended; null before the first. */
  last(): Backup | null
  /** The path of a backup's file; null when there is no such backup here. */
  find(name: string): string | null
  /** The same for someone who downloads it: the audit log has it first, so nobody gets a copy of everything unseen. */
  handOut(by: Actor, name: string): Promise<string | null>
  /** Deletes a backup's file, which the audit log has first; answers whether there was one. */
  remove(by: Actor, name: string): Promise<boolean>
  /** Begins one and answers it as it stands. Throws AppError conflict when one is running, unavailable when none can. */
  start(by: Actor): Backup
  /** The day's backup; the oldest ones of other days go when it is good. */
  makeDaily(): Promise<void>
  /** Makes up for a daily backup that was missed or failed, if that is so. */
  makeUp(): Promise<void>
  /** Begins nothing more, and ends the one that runs. */
  stop(): Promise<void>
}

type Options = {
  /** The data folder; null when the database is on a server of its own. */
  dataDir: string | null
  /** How many daily backups are kept; 0 makes none. */
  keep: number
  db: Database
  now: () => Date
  log: Log
  giveToOwner?: GiveToOwner
}

/** A day, and an hour for the clock's changes and for a day's backup that takes its time. */
const MISSED_MS = 25 * 3_600_000

export const REMOTE =
  'The database is on a database server of its own: backups are made there, not by this program'
const STOPPED = 'The server was stopped before it was done.'

export function createBackups({
  dataDir,
  keep,
  db,
  now,
  log,
  giveToOwner = giveToOwnerOf,
}: Options): Backups {
  const data = dataDir === null ? null : resolve(dataDir)
  const folder = data === null ? null : join(data, BACKUP_FOLDER)
  const isDaily = folder !== null && keep > 0
  /** What could not be written down: on a full disk, of all things, failures must not go unseen. */
  const unwritten: Backup[] = []
  let running: { backup: Backup; ended: Promise<Backup>; cancel(): void } | null = null
  let isStopped = false

  function begin(kind: Exclude<BackupKind, 'before-upgrade'>, by: Actor) {
    if (data === null || folder === null) throw conflict(REMOTE)
    if (isStopped) throw unavailable('The server is being stopped')
    const unlock = lock(data)
    try {
      deleteUnfinished(folder)
      const at = now()
      const backup = startedBackup({ kind, by: by.name, at, name: backupName(kind, at) })
      const target = join(folder, backup.name)
      const { outcome, cancel } = copyAway({ source: join(data, DATABASE_FILE), target })
      const finish = async () => {
        try {
          const result = await outcome
          const ended = endedBackup(backup, now(), result)
          const isDone = ended.status === 'done'
          if (isDone) attempt('backup not given to the owner of its folder', () => giveToOwner(data, target))
          await note(ended, by)
          if (isDone && kind === 'daily')
            attempt('old backups not deleted', () => deleteOldDaily(folder, keep))
          return ended
        } finally {
          running = null
          unlock()
        }
      }
      running = { backup, ended: finish(), cancel: () => cancel(STOPPED) }
      return running
    } catch (error) {
      unlock()
      throw error
    }
  }

  /** The copy is good: what fails after it is logged, and must not reject a promise that nobody awaits. */
  function attempt(failure: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error(failure, error)
    }
  }

  async function note(backup: Backup, actor: Actor): Promise<void> {
    const { by, name: subject, failure, bytes } = backup
    if (failure === STOPPED) log.warn('backup ended', { by })
    else if (failure !== null) log.error('backup failed', new Error(failure), { by })
    try {
      if (folder) noteBackup(folder, backup)
    } catch (error) {
      unwritten.push(backup)
      log.error('backup not noted', error)
    }
    try {
      const action = failure === null ? 'backup_made' : 'backup_failed'
      const detail = failure ?? showBytes(bytes ?? 0)
      await recordAudit(db, actor, { action, subject, detail }, now())
    } catch (error) {
      log.error('backup not in the audit log', error)
    }
    if (failure === null || failure === STOPPED) return
    try {
      await recordNotice(db, { kind: 'backup_failed' }, now())
    } catch (error) {
      log.error('backup not in the notices', error)
    }
  }

  async function makeDaily(): Promise<void> {
    if (isDaily) await begin('daily', DAILY_SCHEDULE).ended
  }

  function known(folder: string): Backup[] {
    const history = [...unwritten]
    try {
      history.unshift(...readHistory(folder))
    } catch (error) {
      log.error('history of backups not read', error)
    }
    return listBackups(folder, history)
  }

  async function isMissed(): Promise<boolean> {
    const last = folder && known(folder).find(isRegular)
    const since = last ? new Date(last.startedAt) : await findFirstStart(db)
    return since !== null && now().getTime() - since.getTime() > MISSED_MS
  }

  const find = (name: string) => folder && findBackup(folder, name)

  return {
    settings: { isPossible: folder !== null, keep },
    list: () => {
      const ended = folder ? known(folder) : []
      return running ? [running.backup, ...ended] : ended
    },
    last: () =>
      (folder ? known(folder).find(({ kind }) => kind === 'daily' || kind === 'manual') : null) ?? null,
    find,
    handOut: async (by, name) => {
      const path = find(name)
      if (path) await recordAudit(db, by, { action: 'backup_downloaded', subject: name }, now())
      return path
    },
    remove: async (by, name) => {
      const path = find(name)
      if (!path) return false
      await recordAudit(db, by, { action: 'backup_deleted', subject: name }, now())
      rmSync(path, { force: true })
      return true
    },
    start: (by) => begin('manual', by).backup,
    makeDaily,
    makeUp: async () => {
      if (isDaily && !running && (await isMissed())) await makeDaily()
    },
    stop: async () => {
      isStopped = true
      running?.cancel()
      await running?.ended
    },
  }
}

const isRegular = ({ kind, status, isHere }: Backup) =>
  status === 'done' && isHere && (kind === 'daily' || kind === 'manual')

function lock(data: string): () => void {
  let unlock: (() => void) | null
  try {
    unlock = lockBackups(data)
  } catch (cause) {
    throw new AppError('unavailable', "The folder of backups can't be written", { cause })
  }
  if (!unlock) throw conflict('A backup is already running')
  return unlock
}
