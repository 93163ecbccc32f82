import { linkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_KEEP, backupName } from '#domain/backups.ts'
import { appendHistory } from '#src/backups/history.ts'
import { endedBackup, startedBackup } from '#src/backups/record.ts'
import { copyDatabase } from '#src/db/copy.ts'
import { DATABASE_FILE, makeBackupFolder } from '#src/db/open.ts'
import { hoursLater, lastBackupTime } from './timeline.ts'

export const FAILED_BACKUP = { nightsAgo: 5, failure: 'The disk is full.' } as const

/** Links one copy of the database under several names. One backup has failed. */
export async function createBackups(folder: string, now: Date): Promise<void> {
  const backups = makeBackupFolder(folder)
  const copy = join(backups, nameOf(0, now))
  await copyDatabase(join(folder, DATABASE_FILE), copy)
  const { size: bytes } = statSync(copy)
  const nights: number = BACKUP_KEEP.default
  for (let nightsAgo = nights; nightsAgo >= 0; nightsAgo--) {
    const at = hoursLater(lastBackupTime(now), -24 * nightsAgo)
    const name = nameOf(nightsAgo, now)
    const isFailed = nightsAgo === FAILED_BACKUP.nightsAgo
    if (nightsAgo > 0 && !isFailed) linkSync(copy, join(backups, name))
    const { failure } = FAILED_BACKUP
    const started = startedBackup({ kind: 'daily', by: 'daily schedule', at, name })
    const ended = new Date(at.getTime() + 240 - 3 * nightsAgo)
    appendHistory(backups, endedBackup(started, ended, isFailed ? { failure } : { bytes }))
  }
}

const nameOf = (nightsAgo: number, now: Date) =>
  backupName('daily', hoursLater(lastBackupTime(now), -24 * nightsAgo))
