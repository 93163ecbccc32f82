import { join } from 'node:path'
import type { Backup, BackupKind } from '#domain/backups.ts'
import { takeLock } from '#src/db/lock.ts'
import { makeBackupFolder } from '#src/db/open.ts'
import { giveToOwnerOf } from '#src/lib/durable.ts'

export type GiveToOwner = (folder: string, path: string) => void

const LOCK_FILE = 'backup.lock'

/**
 * Makes this process the one that backs up a data folder, and answers what gives that back; null when another one is
 * at it. Throws StartError when the folder can't be written.
 */
export function lockBackups(
  dataFolder: string,
  giveToOwner: GiveToOwner = giveToOwnerOf,
): (() => void) | null {
  const path = join(makeBackupFolder(dataFolder), LOCK_FILE)
  const unlock = takeLock(path, `The folder of backups in ${dataFolder}`)
  try {
    if (unlock) giveToOwner(dataFolder, path)
    return unlock
  } catch (error) {
    unlock?.()
    throw error
  }
}

type Start = { kind: BackupKind; by: string | null; at: Date; name: string; isHere?: boolean }

/** A backup that has just begun. */
export const startedBackup = ({ kind, by, at, name, isHere = true }: Start): Backup & { name: string } => ({
  name,
  isHere,
  kind,
  status: 'running',
  startedAt: at.toISOString(),
  milliseconds: null,
  bytes: null,
  by,
  failure: null,
})

/** The same once it has ended at `at`, well or not. */
export function endedBackup(
  backup: Backup,
  at: Date,
  outcome: { bytes: number } | { failure: string },
): Backup {
  const milliseconds = Math.max(0, at.getTime() - new Date(backup.startedAt).getTime())
  return 'bytes' in outcome
    ? { ...backup, status: 'done', milliseconds, bytes: outcome.bytes }
    : { ...backup, status: 'failed', name: null, isHere: false, milliseconds, failure: outcome.failure }
}
