import type { BackupSettings } from '#domain/backups.ts'

/** When backups are made, how long they stay, and how one comes back. */
export function BackupRules({ settings: { keep } }: { settings: BackupSettings }) {
  return (
    <p className="mb-4 max-w-[75ch] text-muted text-sm">
      {keep === 0
        ? 'Automatic backups are off. '
        : `A backup is made every night, and the last ${keep === 1 ? 'one is' : `${keep} are`} kept. `}
      {keep > 0 && 'The others stay until you delete them. '}A backup holds everything but sessions and
      today's visitor hashes: keep downloads as safe as the server. To bring one back, stop the server and run{' '}
      <code className="break-words font-mono">passwright restore FILE</code>.
    </p>
  )
}
