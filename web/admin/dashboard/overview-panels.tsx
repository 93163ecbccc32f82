import type { DashboardOverview } from '#domain/dashboard.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LocalDate } from '#web/ui/local-date.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { Panel, PanelNote, PanelRow } from './panel.tsx'

const CONTACTS = '/admin/dashboard?tab=contacts'

export function MessagesPanel({ messages }: Pick<DashboardOverview, 'messages'>) {
  return (
    <Panel title="Newest messages" all={{ to: CONTACTS, label: 'Contact Forms' }} className="lg:col-span-2">
      {messages.length === 0 && <PanelNote>No contact submissions yet</PanelNote>}
      <ul>
        {messages.map(({ id, name, subject, status, createdAt }) => (
          <PanelRow key={id} to={`${CONTACTS}&message=${id}`}>
            <span className="w-28 truncate font-medium sm:w-40">{name}</span>
            <span className="min-w-0 flex-1 truncate">{subject}</span>
            {status === 'new' && <Badge look="weak">New</Badge>}
            <span className="shrink-0 text-muted max-sm:hidden">
              <LocalDate at={createdAt} dateStyle="age" />
            </span>
          </PanelRow>
        ))}
      </ul>
    </Panel>
  )
}

export function DraftsPanel({ drafts: { total, newest } }: Pick<DashboardOverview, 'drafts'>) {
  return (
    <Panel
      title={total === 0 ? 'Drafts' : `Drafts (${total.toLocaleString()})`}
      all={{ to: '/admin/blog', label: 'Blog Management' }}
      className="lg:col-span-2"
    >
      {total === 0 && <PanelNote>No drafts</PanelNote>}
      <ul>
        {newest.map(({ id, title, updatedAt }) => (
          <PanelRow key={id} to={`/admin/blog?edit=${id}`}>
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span className="shrink-0 text-muted">
              <span className="max-sm:hidden">Edited </span>
              <LocalDate at={updatedAt} dateStyle="age" />
            </span>
          </PanelRow>
        ))}
      </ul>
    </Panel>
  )
}

export function AnalysesPanel({ analyses: { total, newest } }: Pick<DashboardOverview, 'analyses'>) {
  const more = total - newest.length
  return (
    <Panel
      title="Running analyses"
      all={{ to: '/admin/website-analyzer', label: 'Analyzer' }}
      className="grow"
    >
      {total === 0 && <PanelNote>None</PanelNote>}
      <ul>
        {newest.map(({ id, domain, isRunning }) => (
          <PanelRow key={id} to="/admin/website-analyzer">
            <span className="min-w-0 flex-1 truncate">{domain}</span>
            <span className="text-muted">{isRunning ? 'Running' : 'Waiting'}</span>
          </PanelRow>
        ))}
      </ul>
      {more > 0 && <PanelNote>{`and ${more} more`}</PanelNote>}
    </Panel>
  )
}

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
