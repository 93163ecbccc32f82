import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Backup, readBackupName } from '#domain/backups.ts'
import { unfinishedName } from '#src/db/copy.ts'
import { codeOf } from '#src/db/unique-violation.ts'
import { AppError } from '#src/errors.ts'

/** Of failures only the last ones are worth showing. */
const SHOWN_FAILURES = 20
/** Of backups that went elsewhere, too: nobody here knows whether they are still there. */
const SHOWN_ELSEWHERE = 20

/**
 * The backups in a folder, and of its history what is not there and worth knowing; newest first. Throws AppError
 * unavailable when the folder can't be read.
 */
export function listBackups(folder: string, history: Backup[]): Backup[] {
  const failed = history.filter(({ status }) => status === 'failed').slice(-SHOWN_FAILURES)
  const elsewhere = history.filter(({ status, isHere }) => status === 'done' && !isHere)
  const noted = new Map(history.filter(({ isHere }) => isHere).map((backup) => [backup.name, backup]))
  const here = filesIn(folder).map((file) => ({ ...file, ...noted.get(file.name), bytes: file.bytes }))
  return [...here, ...failed, ...elsewhere.slice(-SHOWN_ELSEWHERE)].sort((a, b) =>
    b.startedAt.localeCompare(a.startedAt),
  )
}

/** The path of a backup in a folder; null when there is none of that name, whatever else is there. */
export function findBackup(folder: string, name: string): string | null {
  return filesIn(folder).some((file) => file.name === name) ? join(folder, name) : null
}

/** Deletes the daily backups that are older than the newest `keep`. Every other file in the folder stays. */
export function deleteOldDaily(folder: string, keep: number): void {
  const daily = filesIn(folder).filter(({ kind }) => kind === 'daily')
  daily.sort((a, b) => b.name.localeCompare(a.name))
  for (const { name } of daily.slice(keep)) rmSync(join(folder, name), { force: true })
}

/**
 * Deletes what backups that were ended have left behind. No backup may be running here, unless `before` is given: then
 * what was written to since stays.
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
    // A link could lead out of the folder.
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
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
    throw new AppError('unavailable', "The folder of backups can't be read", { cause: error })
  }
}
