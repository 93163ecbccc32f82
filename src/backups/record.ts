import type { Backup, BackupKind } from '#domain/backups.ts'

type Start = { kind: BackupKind; by: string | null; at: Date; name: string; isHere?: boolean }

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
