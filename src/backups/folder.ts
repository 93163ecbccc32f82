import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Backup, readBackupName } from '#domain/backups.ts'
import { unfinishedName } from '#src/db/copy.ts'
import { AppError } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'

const FAILURES_MAX = 20
/** Backups sent elsewhere may no longer exist. */
const ELSEWHERE_MAX = 20

/** Backup files and recent history entries, newest first. Throws AppError unavailable if the folder can't be read. */
export function listBackups(folder: string, history: Backup[]): Backup[] {
  const failed = history.filter(({ status }) => status === 'failed').slice(-FAILURES_MAX)
  const elsewhere = history.filter(({ status, isHere }) => status === 'done' && !isHere)
  const recorded = new Map(history.filter(({ isHere }) => isHere).map((backup) => [backup.name, backup]))
  const here = filesIn(folder).map((file) => ({ ...file, ...recorded.get(file.name), bytes: file.bytes }))
  return [...here, ...failed, ...elsewhere.slice(-ELSEWHERE_MAX)].sort((a, b) =>
    b.startedAt.localeCompare(a.startedAt),
  )
}

/** Dated by a clock that was wrong, or is. */
export const isAhead = ({ startedAt }: Backup, now: Date): boolean => startedAt > now.toISOString()

export function findBackup(folder: string, name: string): string | null {
  return filesIn(folder).some((file) => file.name === name) ? join(folder, name) : null
}

/** Those of a time to come, which a wrong clock dated, neither count nor are deleted. */
export function deleteOldDaily(folder: string, keep: number, now: Date): void {
  const daily = filesIn(folder).filter((file) => file.kind === 'daily' && !isAhead(file, now))
  daily.sort((a, b) => b.name.localeCompare(a.name))
  for (const { name } of daily.slice(keep)) rmSync(join(folder, name), { force: true })
}

/**
 * Deletes partial files of interrupted backups. No backup may be running, unless `before` is given: then files modified
 * since are kept.
 */
export function deleteUnfinished(folder: string, { before }: { before?: Date } = {}): void {
  for (const name of namesIn(folder)) {
    const [target = ''] = name.split(unfinishedName(''))
    if (name === target || !readBackupName(target)) continue
    const path = join(folder, name)
    const changedAt = lstatSync(path, { throwIfNoEntry: false })?.mtime
    if (changedAt && (before === undefined || changedAt < before)) rmSync(path, { force: true })
  }
}

type File = Backup & { name: string }

function filesIn(folder: string): File[] {
  return namesIn(folder).flatMap((name) => {
    const known = readBackupName(name)
    const stat = known && lstatSync(join(folder, name), { throwIfNoEntry: false })
    // A link could point outside the folder.
    if (!known || !stat?.isFile()) return []
    const startedAt = (known.at ?? stat.mtime).toISOString()
    return [
      {
        name,
        isHere: true,
        kind: known.kind,
        status: 'done' as const,
        startedAt,
        milliseconds: null,
        bytes: stat.size,
        by: null,
        failure: null,
      },
    ]
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return []
    throw new AppError('unavailable', "The backup folder isn't readable", { cause: error })
  }
}
