import * as z from 'zod/mini'

/** Only daily backups are rotated. */
const BACKUP_KINDS = ['daily', 'manual', 'before-upgrade', 'before-restore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

export const BACKUP_FOLDER = 'backups'

export const BACKUP_KEEP = { default: 7, max: 1000 } as const

/** How many days, weeks and months keep their last backup at a place elsewhere; null keeps all. */
export type OffsiteKeep = { days: number; weeks: number; months: number } | null

export const OFFSITE_KEEP = '7d 4w 12m'

/** Such as '7d 4w 12m', or 'all'. Undefined if malformed. */
export function parseOffsiteKeep(text: string): OffsiteKeep | undefined {
  if (text === 'all') return null
  const keep = { days: 0, weeks: 0, months: 0 }
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, number, letter] = /^(\d{1,4})([dwm])$/.exec(part) ?? []
    if (number === undefined) return undefined
    keep[letter === 'd' ? 'days' : letter === 'w' ? 'weeks' : 'months'] = Number(number)
  }
  return keep.days + keep.weeks + keep.months > 0 ? keep : undefined
}

export const BACKUPS_PATH = '/api/admin/backups'

export const Backup = z.object({
  /** A file name in the backup folder, or a path or S3 address elsewhere; null if the backup failed. */
  name: z.nullable(z.string()),
  isHere: z.boolean(),
  kind: z.enum(BACKUP_KINDS),
  status: z.enum(['running', 'done', 'failed']),
  startedAt: z.string(),
  milliseconds: z.nullable(z.number()),
  bytes: z.nullable(z.number()),
  by: z.nullable(z.string()),
  failure: z.nullable(z.string()),
})
export type Backup = z.infer<typeof Backup>

export const BackupSettings = z.object({
  /** False if the database runs on its own server, which needs its own backups. */
  isPossible: z.boolean(),
  /** Number of daily backups kept; 0 turns them off. */
  keep: z.number(),
  /** Folder and S3 address that get a copy of each daily backup. */
  offsite: z.array(z.string()),
  isEncryptedOffsite: z.boolean(),
})
export type BackupSettings = z.infer<typeof BackupSettings>

export const StartBackup = z.object({
  kind: z._default(z.enum(['manual', 'daily'], 'kind must be manual or daily'), 'manual'),
})

/** What reading a backup found. `contents` and `changedAt` are null if it can't be restored. */
export const BackupCheck = z.object({
  failure: z.nullable(z.string()),
  contents: z.nullable(z.string()),
  /** Of the newest row. */
  changedAt: z.nullable(z.string()),
})
export type BackupCheck = z.infer<typeof BackupCheck>

/** Sorts by time. Some file systems don't allow colons. */
const timestampOf = (at: Date) => at.toISOString().replaceAll(':', '-')

export function backupName(kind: Exclude<BackupKind, 'before-upgrade'>, at: Date): string {
  return kind === 'manual' ? `passwright-${timestampOf(at)}.db` : `passwright-${kind}-${timestampOf(at)}.db`
}

/** Named by schema version, so repeated failed starts make only one copy. */
export const upgradeBackupName = (version: number) => `passwright-before-upgrade-${version}.db`

const TIMESTAMPED =
  /^passwright-(?:(daily|before-restore)-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/
const UPGRADE = /^passwright-before-upgrade-\d{1,9}\.db$/

/** Null for foreign names. `at` is null for names without a time. */
export function readBackupName(name: string): { kind: BackupKind; at: Date | null } | null {
  if (UPGRADE.test(name)) return { kind: 'before-upgrade', at: null }
  const [, word, day, hours, minutes, seconds] = TIMESTAMPED.exec(name) ?? []
  if (day === undefined) return null
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}`)
  if (Number.isNaN(at.getTime())) return null
  return { kind: word === 'daily' || word === 'before-restore' ? word : 'manual', at }
}
