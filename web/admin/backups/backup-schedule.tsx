import type { BackupSettings } from '#domain/backups.ts'

/** The backup schedule, how many backups are kept, and how to restore one. */
export function BackupSchedule({ settings: { keep } }: { settings: BackupSettings }) {
  return (
    <p className="mb-4 max-w-[75ch] text-muted text-sm">
      {keep === 0
        ? 'Automatic backups are off. '
        : `A backup is made every night, and the last ${keep === 1 ? 'one is' : `${keep} are`} kept. `}
      {keep > 0 && 'Other backups stay until you delete them. '}Backups leave out sessions, tokens, the
      server’s keys and today’s visitors, but contain everything else: protect downloads like the server
      itself. To restore one, stop the server and run{' '}
      <code className="break-words font-mono">passwright restore FILE</code>.
    </p>
  )
}
