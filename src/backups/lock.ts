import { join } from 'node:path'
import { takeLock } from '#src/db/lock.ts'
import { makeBackupFolder } from '#src/db/open.ts'
import { chownToFolderOwner } from '#src/lib/durable-files.ts'

export type GiveToOwner = (folder: string, path: string) => void

const LOCK_FILE = 'backup.lock'

/**
 * Locks the data folder for backups across processes, and returns the release function; null if locked. Throws
 * StartError if the folder isn't writable.
 */
export function lockBackups(
  dataFolder: string,
  giveToOwner: GiveToOwner = chownToFolderOwner,
): (() => void) | null {
  const path = join(makeBackupFolder(dataFolder), LOCK_FILE)
  const unlock = takeLock(path, `The backup folder in ${dataFolder}`)
  try {
    if (unlock) giveToOwner(dataFolder, path)
    return unlock
  } catch (error) {
    unlock?.()
    throw error
  }
}
