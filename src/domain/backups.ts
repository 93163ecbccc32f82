import * as z from 'zod/mini'

/** Why a backup was made. Only daily ones are deleted when newer ones have come. */
export const BACKUP_KINDS = ['daily', 'manual', 'before-upgrade', 'before-restore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** The folder of the backups, in the data folder. */
export const BACKUP_FOLDER = 'backups'

export const BACKUP_KEEP = { default: 7, max: 1000 } as const

export const BACKUPS_PATH = '/api/admin/backups'

export const Backup = z.object({
  /** The file in the server's folder of backups; a path or an S3 address elsewhere; null for one that failed. */
  name: z.nullable(z.string()),
  /** Whether the server has the file: then it can be downloaded and deleted. */
  isHere: z.boolean(),
  kind: z.enum(BACKUP_KINDS),
  status: z.enum(['running', 'done', 'failed']),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** null while it runs, and for a file of which nobody has noted it. */
  milliseconds: z.nullable(z.number()),
  bytes: z.nullable(z.number()),
  /** A username, 'command line', 'daily schedule'; null where nobody has noted it. */
  by: z.nullable(z.string()),
  /** One sentence on why it failed. */
  failure: z.nullable(z.string()),
})
export type Backup = z.infer<typeof Backup>

export const BackupSettings = z.object({
  /** False where the database is on a server of its own: its backups are that server's matter. */
  isPossible: z.boolean(),
  /** How many daily backups are kept; 0 when none are made. */
  keep: z.number(),
})
export type BackupSettings = z.infer<typeof BackupSettings>

/** Sorts by time: 2026-03-14T12-00-00.000Z. No colons, which not every file system takes. */
const stampOf = (at: Date) => at.toISOString().replaceAll(':', '-')

/** What the file of a backup is called. */
export function backupName(kind: Exclude<BackupKind, 'before-upgrade'>, at: Date): string {
  return kind === 'manual' ? `passwright-${stampOf(at)}.db` : `passwright-${kind}-${stampOf(at)}.db`
}

/** The copy of a database that has seen the changes up to `version`: a start that fails again makes no second one. */
export const upgradeBackupName = (version: number) => `passwright-before-upgrade-${version}.db`

const STAMPED = /^passwright-(?:(daily|before-restore)-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/
const UPGRADE = /^passwright-before-upgrade-\d{1,9}\.db$/

/** What the name of a backup's file tells; null when it is not one of ours. `at` is null where no time is in it. */
export function readBackupName(name: string): { kind: BackupKind; at: Date | null } | null {
  if (UPGRADE.test(name)) return { kind: 'before-upgrade', at: null }
  const [, word, day, hours, minutes, seconds] = STAMPED.exec(name) ?? []
  if (day === undefined) return null
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}`)
  if (Number.isNaN(at.getTime())) return null
  return { kind: word === 'daily' || word === 'before-restore' ? word : 'manual', at }
}
