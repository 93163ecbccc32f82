import type { DashboardOverview } from '#domain/dashboard.ts'
import { showBytes } from '#domain/show-bytes.ts'
import { refusalOf } from '#web/admin/permissions.ts'
import { LocalDate } from '#web/ui/local-date.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { Panel } from './panel.tsx'

type Props = { backup: DashboardOverview['backup'] }

/** When the last backup was made, and what is wrong with it. */
export function BackupPanel({ backup: { isPossible, keep, lastGood, failed, isOverdue } }: Props) {
  const isClosed = refusalOf('backups.manage') !== null
  return (
    <Panel
      title="Last backup"
      all={isClosed ? null : { to: '/admin/dashboard?tab=backups', label: 'Backups' }}
    >
      <div className="space-y-3 p-4">
        {isPossible ? (
          <p>
            {lastGood ? <LocalDate at={lastGood.at} dateStyle="age" /> : 'None yet'}
            {lastGood?.bytes && <span className="text-muted text-sm"> · {showBytes(lastGood.bytes)}</span>}
          </p>
        ) : (
          <p className="text-muted text-sm">The database server makes the backups, not this program.</p>
        )}
        {failed && (
          <Remark look="weak">
            The backup of <LocalDate at={failed.at} dateStyle="age" /> failed
            {failed.reason === null ? '.' : `: ${failed.reason}`}
          </Remark>
        )}
        {isOverdue && <Remark look="weak">No backup for more than two days.</Remark>}
        {isPossible && keep === 0 && <Remark>Automatic backups are off.</Remark>}
      </div>
    </Panel>
  )
}
