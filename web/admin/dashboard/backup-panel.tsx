import type { DashboardOverview } from '#domain/dashboard.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { LocalDate } from '#web/ui/local-date.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { Panel } from './panel.tsx'

type Props = { backup: DashboardOverview['backup'] }

export function BackupPanel({ backup: { isPossible, keep, lastGood, failed, isOverdue } }: Props) {
  const isDenied = readDenialReason('backups.manage') !== null
  return (
    <Panel
      title="Last backup"
      all={isDenied ? null : { to: '/admin/dashboard?tab=backups', label: 'Backups' }}
    >
      <div className="space-y-3 p-4">
        {isPossible ? (
          <p>
            {lastGood ? <LocalDate at={lastGood.at} dateStyle="age" /> : 'None yet'}
            {lastGood?.bytes && <span className="text-muted text-sm"> · {formatBytes(lastGood.bytes)}</span>}
          </p>
        ) : (
          <p className="text-muted text-sm">
            The server doesn’t back up a libSQL database. Run <code>passwright backup</code> regularly.
          </p>
        )}
        {failed && (
          <Remark look="weak">
            The backup from <LocalDate at={failed.at} dateStyle="age" /> failed
            {failed.reason === null ? '.' : `: ${failed.reason}`}
          </Remark>
        )}
        {isOverdue && <Remark look="weak">No backup for more than two days.</Remark>}
        {isPossible && keep === 0 && <Remark>Automatic backups are off.</Remark>}
      </div>
    </Panel>
  )
}
