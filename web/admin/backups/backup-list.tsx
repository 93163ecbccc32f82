import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BACKUPS_PATH, type Backup, type BackupKind } from '#domain/backups.ts'
import { showBytes } from '#domain/show-bytes.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { useDownload } from '#web/admin/download-button.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const KIND_LABELS: Record<BackupKind, string> = {
  daily: 'Daily',
  manual: 'By hand',
  'before-upgrade': 'Before an upgrade',
  'before-restore': 'Before a restore',
}

const pathOf = (name: string) => `${BACKUPS_PATH}/${encodeURIComponent(name)}`

const columns: Column<Backup>[] = [
  {
    title: 'Time',
    show: ({ startedAt }) => (
      <time dateTime={startedAt} className="whitespace-nowrap">
        {showMoment(startedAt)}
      </time>
    ),
  },
  { title: 'Result', show: (backup) => <Result backup={backup} /> },
  {
    title: 'Size',
    isNumber: true,
    show: ({ bytes }) => <Figure>{bytes === null ? '–' : showBytes(bytes)}</Figure>,
  },
  {
    title: 'Took',
    isNumber: true,
    show: ({ milliseconds }) => <Figure>{milliseconds === null ? '–' : showDuration(milliseconds)}</Figure>,
  },
  { title: 'Made', show: (backup) => <Origin backup={backup} /> },
  {
    title: 'File',
    show: ({ name }) => <span className="whitespace-nowrap font-mono">{name ?? '–'}</span>,
  },
  { title: 'Actions', isNumber: true, show: (backup) => <Actions backup={backup} /> },
]

/** The backups, and the attempts that failed. */
export function BackupList({ backups }: { backups: Backup[] }) {
  return (
    <Table
      caption="Backups"
      columns={columns}
      rows={backups}
      keyOf={({ startedAt, name }) => `${startedAt} ${name}`}
    />
  )
}

function Result({ backup: { status, failure } }: { backup: Backup }) {
  if (status === 'running') return <Badge look="info">Running</Badge>
  if (status === 'done') return <Badge look="good">Good</Badge>
  return (
    <div className="min-w-48">
      <Badge look="weak">Failed</Badge>
      <p className="mt-1 break-words">{failure}</p>
    </div>
  )
}

const Figure = ({ children }: { children: string }) => <span className="whitespace-nowrap">{children}</span>

/** 'Daily' is said by the schedule itself; of any other, who made it is worth knowing. */
function Origin({ backup: { kind, by } }: { backup: Backup }) {
  return (
    <>
      <span className="whitespace-nowrap">{KIND_LABELS[kind]}</span>
      {kind === 'manual' && by !== null && <span className="block text-muted">{by}</span>}
    </>
  )
}

function Actions({ backup: { name, isHere, status, startedAt } }: { backup: Backup }) {
  if (name === null || !isHere || status !== 'done') return null
  return <FileActions name={name} startedAt={startedAt} />
}

function FileActions({ name, startedAt }: { name: string; startedAt: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const download = useDownload(pathOf(name))
  const remove = useAdminChange({
    run: () => callAdmin('DELETE', pathOf(name)),
    success: 'Backup deleted successfully',
    failure: 'Failed to delete the backup',
    refreshes: [[BACKUPS_PATH]],
  })
  return (
    <div className="-my-2 flex justify-end">
      <IconButton label={`Download ${name}`} disabled={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden size={18} />
      </IconButton>
      <IconButton label={`Delete ${name}`} disabled={remove.isPending} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete backup"
        text={`Are you sure you want to delete the backup of ${showMoment(startedAt)}? This action cannot be undone.`}
        action="Delete"
        onConfirm={() => remove.mutate(undefined)}
      />
    </div>
  )
}

function showDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  const seconds = milliseconds / 1000
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
