import { useState } from 'react'
import { BACKUPS_PATH, type Backup, type BackupKind } from '#domain/backups.ts'
import { showBytes } from '#domain/show-bytes.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { useDownload } from '#web/admin/download-button.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Column } from '#web/admin/list/types.ts'
import type { ListState } from '#web/admin/list/use-list.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { EmptyState } from '#web/ui/states.tsx'

const KIND_LABELS: Record<BackupKind, string> = {
  daily: 'Daily',
  manual: 'On demand',
  'before-upgrade': 'Before an upgrade',
  'before-restore': 'Before a restore',
}

const columns: Column<Backup>[] = [
  { title: 'Time', width: 'w-32', onPhone: 'title', show: ({ startedAt }) => <Moment at={startedAt} /> },
  { title: 'Result', width: 'w-28', onPhone: 'line', show: ({ status }) => <Result status={status} /> },
  { title: 'Made', width: 'w-40', onPhone: 'detail', show: originOf },
  {
    title: 'Backup',
    onPhone: 'line',
    show: ({ name, failure }) =>
      failure === null ? (
        <span title={name ?? undefined} className="font-mono text-muted text-xs max-sm:break-all">
          {name}
        </span>
      ) : (
        <span className="text-weak" title={failure}>
          {failure}
        </span>
      ),
  },
  { title: 'Size', width: 'w-24', isNumber: true, show: ({ bytes }) => bytes !== null && showBytes(bytes) },
  {
    title: 'Took',
    width: 'w-24',
    isNumber: true,
    isExtra: true,
    show: ({ milliseconds }) => milliseconds !== null && showDuration(milliseconds),
  },
]

type Props = { list: ListState<Backup>; empty: string }

/** The backups, and the attempts that failed. */
export function BackupList({ list, empty }: Props) {
  const [doomed, setDoomed] = useState<string | null>(null)
  const download = useDownload()
  const remove = useAdminChange({
    run: (name: string) => callAdmin('DELETE', pathOf(name)),
    success: 'Backup deleted successfully',
    failure: 'Failed to delete the backup',
    refreshes: [[BACKUPS_PATH]],
  })
  const actionsOf = ({ name, isHere, status }: Backup): Action[] =>
    name === null || !isHere || status !== 'done'
      ? []
      : [
          { label: 'Download', onSelect: () => download.mutate(pathOf(name)) },
          { label: 'Delete', isDangerous: true, onSelect: () => setDoomed(name) },
        ]
  const startedAt = list.rows.find(({ name }) => name === doomed)?.startedAt
  return (
    <>
      <List
        name="Backups"
        list={list}
        columns={columns}
        keyOf={({ startedAt, name }) => `${startedAt} ${name}`}
        nameOf={({ name, startedAt }) => name ?? `the backup of ${showMoment(startedAt)}`}
        actionsOf={actionsOf}
        empty={<EmptyState title="No backups yet">{empty}</EmptyState>}
        noMatch="No backups match"
        failure="The backups could not be loaded"
      />
      <ConfirmDialog
        isOpen={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title="Delete backup"
        text={
          startedAt &&
          `Are you sure you want to delete the backup of ${showMoment(startedAt)}, ${doomed}? This action cannot be undone.`
        }
        action="Delete"
        onConfirm={() => doomed !== null && remove.mutate(doomed)}
      />
    </>
  )
}

const pathOf = (name: string) => `${BACKUPS_PATH}/${encodeURIComponent(name)}`

function Result({ status }: Pick<Backup, 'status'>) {
  if (status === 'running') return <Badge look="info">Running</Badge>
  return status === 'done' ? <Badge look="good">Good</Badge> : <Badge look="weak">Failed</Badge>
}

/** Who made a backup is worth knowing where it was not the schedule or a command that always does. */
function originOf({ kind, by }: Backup): string {
  return kind === 'manual' && by !== null ? `${KIND_LABELS[kind]}, ${by}` : KIND_LABELS[kind]
}

function showDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  const seconds = milliseconds / 1000
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
