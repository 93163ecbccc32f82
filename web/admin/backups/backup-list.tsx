import { useState } from 'react'
import { COMMAND_LINE } from '#domain/audit.ts'
import { BACKUPS_PATH, type Backup, type BackupKind } from '#domain/backups.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { callAdmin } from '#web/admin/client.ts'
import { useDownload } from '#web/admin/download-button.tsx'
import { timeColumn } from '#web/admin/list/columns.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Column } from '#web/admin/list/types.ts'
import { askToDelete, useDeletion } from '#web/admin/list/use-deletion.ts'
import { useUnpagedList } from '#web/admin/list/use-unpaged-list.ts'
import { urlOf } from '#web/lib/api.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { BackupCheckDialog } from './backup-check-dialog.tsx'

const KIND_LABELS: Record<BackupKind, string> = {
  daily: 'Daily',
  manual: 'On demand',
  'before-upgrade': 'Before an upgrade',
  'before-restore': 'Before a restore',
}

const SORTS = {
  startedAt: ({ startedAt }: Backup) => startedAt,
  status: ({ status }: Backup) => status,
  kind: originOf,
  bytes: ({ bytes }: Backup) => bytes,
  milliseconds: ({ milliseconds }: Backup) => milliseconds,
}

const columns: Column<Backup>[] = [
  timeColumn('Time', 'startedAt', { onCard: 'title' }),
  {
    title: 'Result',
    sort: 'status',
    width: 8.5,
    onCard: 'aside',
    show: ({ status }) => <Result status={status} />,
  },
  { title: 'Type', sort: 'kind', width: 10, isText: true, hides: 3, show: originOf },
  {
    title: 'Backup',
    onCard: 'line',
    show: ({ name, failure }) =>
      failure === null ? (
        <span title={name ?? undefined} className="font-mono text-muted text-xs">
          {name}
        </span>
      ) : (
        <span className="text-weak" title={failure}>
          {failure}
        </span>
      ),
  },
  {
    title: 'Size',
    sort: 'bytes',
    firstOrder: 'desc',
    width: 6,
    isNumber: true,
    hides: 2,
    show: ({ bytes }) => bytes !== null && formatBytes(bytes),
  },
  {
    title: 'Duration',
    sort: 'milliseconds',
    firstOrder: 'desc',
    width: 6.5,
    isNumber: true,
    hides: 1,
    show: ({ milliseconds }) => milliseconds !== null && showDuration(milliseconds),
  },
]

type Props = {
  query: Parameters<typeof useUnpagedList<Backup>>[0]
  empty: string
  /** Makes one that failed again. */
  retryOf: (failed: Backup) => Action
}

/** Backups, including failed attempts. */
export function BackupList({ query, empty, retryOf }: Props) {
  const [checked, setChecked] = useState<string | null>(null)
  const download = useDownload()
  const list = useUnpagedList(query, { sorts: SORTS, defaultSorting: { sort: 'startedAt', order: 'desc' } })
  const remove = useDeletion<BackupFile>({
    nouns: ['backup', 'backups'],
    permission: 'backups.manage',
    question: (files) => askToDelete(describe(files)),
    deleteOne: ({ name }) => callAdmin('DELETE', `${BACKUPS_PATH}/:name`, { params: { name } }),
    deleteMany: (files) =>
      callAdmin('POST', `${BACKUPS_PATH}/bulk-delete`, { body: { names: files.map(({ name }) => name) } }),
    failure: 'Failed to delete the backup',
    refreshes: [[BACKUPS_PATH], [`${BACKUPS_PATH}/settings`]],
  })
  const actionsOf = (backup: Backup): Action[] => {
    if (isRetriable(backup)) return [retryOf(backup)]
    return filesOf([backup]).flatMap((file) => [
      {
        label: 'Download',
        onSelect: () => download.mutate(urlOf(`${BACKUPS_PATH}/:name`, { params: { name: file.name } })),
      },
      { label: 'Verify', onSelect: () => setChecked(file.name) },
      remove([file]),
    ])
  }
  const bulkActionsOf = (selected: Backup[], clear: () => void): Action[] => {
    const files = filesOf(selected)
    return [{ ...remove(files, clear), disabledReason: files.length === 0 ? 'No files to delete' : null }]
  }
  return (
    <>
      <List
        name="Backups"
        list={list}
        columns={columns}
        keyOf={({ startedAt, name }) => `${startedAt} ${name}`}
        nameOf={({ name, startedAt }) => name ?? `the backup from ${showMoment(startedAt)}`}
        actionsOf={actionsOf}
        bulkActionsOf={bulkActionsOf}
        empty={<EmptyState title="No backups yet">{empty}</EmptyState>}
        noMatch="No backups match"
        failure="The backups could not be loaded"
      />
      {checked !== null && <BackupCheckDialog name={checked} onClose={() => setChecked(null)} />}
    </>
  )
}

/** The command line may have sent it elsewhere. */
const isRetriable = ({ status, kind, by }: Backup) =>
  status === 'failed' && by !== COMMAND_LINE.name && (kind === 'daily' || kind === 'manual')

type BackupFile = { name: string; startedAt: string }

/** Finished files: failed backups have none, and a running one's isn't complete. */
const filesOf = (backups: Backup[]): BackupFile[] =>
  backups.flatMap(({ name, isHere, status, startedAt }) =>
    name !== null && isHere && status === 'done' ? [{ name, startedAt }] : [],
  )

function describe(files: BackupFile[]): string {
  const [only, ...others] = files
  return only && others.length === 0
    ? `the backup from ${showMoment(only.startedAt)}, ${only.name}`
    : `${files.length} backups`
}

function Result({ status }: Pick<Backup, 'status'>) {
  if (status === 'running') return <Badge look="info">Running</Badge>
  return status === 'done' ? <Badge look="good">Completed</Badge> : <Badge look="weak">Failed</Badge>
}

/** Names the creator of manual backups; other kinds imply it. */
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
