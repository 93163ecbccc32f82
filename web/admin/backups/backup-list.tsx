import { useRef, useState } from 'react'
import { BACKUPS_PATH, type Backup, type BackupKind } from '#domain/backups.ts'
import { BULK_MAX } from '#domain/bulk.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { useDownload } from '#web/admin/download-button.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Column } from '#web/admin/list/types.ts'
import { useUnpagedList } from '#web/admin/list/use-unpaged-list.ts'
import { urlOf } from '#web/lib/api.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

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
  {
    title: 'Time',
    sort: 'startedAt',
    firstOrder: 'desc',
    width: 'w-36',
    onPhone: 'title',
    show: ({ startedAt }) => <RelativeTime at={startedAt} />,
  },
  {
    title: 'Result',
    sort: 'status',
    width: 'w-28',
    onPhone: 'line',
    show: ({ status }) => <Result status={status} />,
  },
  { title: 'Type', sort: 'kind', width: 'w-40', onPhone: 'detail', show: originOf },
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
  {
    title: 'Size',
    sort: 'bytes',
    firstOrder: 'desc',
    width: 'w-24',
    isNumber: true,
    show: ({ bytes }) => bytes !== null && formatBytes(bytes),
  },
  {
    title: 'Duration',
    sort: 'milliseconds',
    firstOrder: 'desc',
    width: 'w-24',
    isNumber: true,
    isExtra: true,
    show: ({ milliseconds }) => milliseconds !== null && showDuration(milliseconds),
  },
]

type Props = { query: Parameters<typeof useUnpagedList<Backup>>[0]; empty: string }

/** Backups, including failed attempts. */
export function BackupList({ query, empty }: Props) {
  const [toDelete, setToDelete] = useState<Backup[]>([])
  const clearSelection = useRef<() => void>(undefined)
  const download = useDownload()
  const list = useUnpagedList(query, { sorts: SORTS, defaultSorting: { sort: 'startedAt', order: 'desc' } })
  const remove = useAdminMutation({
    run: deleteAll,
    success: ({ length }) => ({
      title: length === 1 ? 'Backup deleted successfully' : `${length} backups deleted successfully`,
    }),
    failure: 'Failed to delete the backup',
    refreshes: [[BACKUPS_PATH], [`${BACKUPS_PATH}/settings`]],
    changesMany: true,
    onSuccess: () => clearSelection.current?.(),
  })
  const actionsOf = (backup: Backup): Action[] =>
    namesOf([backup]).flatMap((name) => [
      {
        label: 'Download',
        onSelect: () => download.mutate(urlOf(`${BACKUPS_PATH}/:name`, { params: { name } })),
      },
      { label: 'Delete', isDangerous: true, onSelect: () => setToDelete([backup]) },
    ])
  const bulkActionsOf = (selected: Backup[], clear: () => void): Action[] => {
    const count = namesOf(selected).length
    const tooMany = count > BULK_MAX ? `At most ${BULK_MAX} at once` : null
    return [
      {
        label: 'Delete',
        isDangerous: true,
        disabledReason: count === 0 ? 'No files to delete' : tooMany,
        onSelect: () => {
          clearSelection.current = clear
          setToDelete(selected)
        },
      },
    ]
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
      <ConfirmDialog
        isOpen={toDelete.length > 0}
        onOpenChange={() => setToDelete([])}
        title={toDelete.length === 1 ? 'Delete backup' : 'Delete backups'}
        text={questionAbout(toDelete)}
        action="Delete"
        onConfirm={() => remove.mutate(namesOf(toDelete))}
      />
    </>
  )
}

/** The names of finished files: failed backups have none, and a running one's isn't complete. */
const namesOf = (backups: Backup[]): string[] =>
  backups.flatMap(({ name, isHere, status }) => (name !== null && isHere && status === 'done' ? [name] : []))

async function deleteAll(names: string[]): Promise<string[]> {
  const [only = '', ...others] = names
  if (others.length === 0) await callAdmin('DELETE', `${BACKUPS_PATH}/:name`, { params: { name: only } })
  else await callAdmin('POST', `${BACKUPS_PATH}/bulk-delete`, { body: { names } })
  return names
}

function questionAbout(backups: Backup[]): string {
  const [name, ...others] = namesOf(backups)
  const toDelete =
    others.length > 0
      ? `${others.length + 1} backups`
      : `the backup from ${showMoment(backups.find((backup) => backup.name === name)?.startedAt ?? '')}, ${name}`
  return `Are you sure you want to delete ${toDelete}? This action cannot be undone.`
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
