import type { Actor } from '#domain/audit.ts'
import type { Backup } from '#domain/backups.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import type { Log } from '#src/log.ts'
import { recordNotice } from '#src/notices/store.ts'
import { listBackups } from './folder.ts'
import { appendHistory, readHistory } from './history.ts'

export const STOPPED = 'The server was stopped during the backup.'

type Options = {
  /** Null without a data folder. */
  folder: string | null
  /** Calls `work` with the database, if entries can be added to it. */
  write(work: (db: Database) => Promise<void>): Promise<void>
  now: () => Date
  log: Log
}

/** Records ended backups in the history, the audit log and notices. No failure to do so is thrown. */
export function createOutcomes({ folder, write, now, log }: Options) {
  /** Failures must be visible even on a full disk. */
  const unwritten: Backup[] = []

  return {
    /** Files and recent outcomes, newest first. */
    list: (): Backup[] => {
      if (folder === null) return []
      const history = [...unwritten]
      try {
        history.unshift(...readHistory(folder))
      } catch (error) {
        log.error('failed to read the backup history', error)
      }
      return listBackups(folder, history)
    },
    record: async (backup: Backup, actor: Actor): Promise<void> => {
      const { name: subject, failure, bytes } = backup
      const isRecorded = await attempt(
        log,
        'failed to record a backup',
        () => folder && appendHistory(folder, backup),
      )
      if (!isRecorded) unwritten.push(backup)
      const action = failure === null ? 'backup_made' : 'backup_failed'
      const detail = failure ?? formatBytes(bytes ?? 0)
      await attempt(log, 'failed to record a backup in the audit log', () =>
        write((db) => recordAudit(db, actor, { action, subject, detail }, now())),
      )
      if (failure === null || failure === STOPPED) return
      await attempt(log, 'failed to queue a notice of a backup', () =>
        write((db) => recordNotice(db, { kind: 'backup_failed' }, now())),
      )
    },
  }
}

/** Returns whether `work` succeeded; if not, that is logged. */
export async function attempt(log: Log, failure: string, work: () => unknown): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    log.error(failure, error)
    return false
  }
}
