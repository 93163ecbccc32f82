import { useRef, useState } from 'react'
import { BULK_MAX } from '#domain/bulk.ts'
import { type KeywordUpload, UPLOAD_SORTS } from '#domain/keywords.ts'
import { useAdminMutation } from '#web/admin/client.ts'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Column } from '#web/admin/list/types.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { KEYWORD_KEYS, UPLOADS_PATH } from './query-keys.ts'
import { deleteBatch, deleteBatches } from './send-parts.ts'

/** Further uploads are behind a button. */
const SHOWN_FIRST = 10

const nameOf = ({ fileName, uploadBatch }: KeywordUpload): string => fileName ?? uploadBatch

const columns: Column<KeywordUpload>[] = [
  {
    title: 'File',
    sort: 'fileName',
    onPhone: 'title',
    show: ({ fileName, uploadBatch }) =>
      fileName === null ? (
        <span className="font-mono text-muted">{uploadBatch}</span>
      ) : (
        <bdi title={uploadBatch} className="font-medium max-sm:wrap-anywhere max-sm:whitespace-normal">
          {fileName}
        </bdi>
      ),
  },
  {
    title: 'Uploaded',
    sort: 'uploadedAt',
    firstOrder: 'desc',
    width: 'w-36',
    show: ({ uploadedAt }) => <RelativeTime at={uploadedAt} />,
  },
  {
    title: 'Keywords',
    width: 'w-32',
    isNumber: true,
    show: ({ count }) => (
      <>
        {count.toLocaleString()}
        <span className="sm:hidden"> {count === 1 ? 'keyword' : 'keywords'}</span>
      </>
    ),
  },
  {
    title: 'Status',
    width: 'w-60',
    show: ({ status, parts, partsReceived }) =>
      status === 'complete' ? (
        <Badge look="good">Complete</Badge>
      ) : (
        <Badge look="fair">
          Incomplete: {partsReceived} of {parts} parts
        </Badge>
      ),
  },
]

/** Uploaded CSV files, including unfinished ones. */
export function UploadList() {
  const [toDelete, setToDelete] = useState<KeywordUpload[]>([])
  const clearSelection = useRef<() => void>(undefined)
  const list = useList({
    path: UPLOADS_PATH,
    sorts: UPLOAD_SORTS,
    defaultSorting: { sort: 'uploadedAt', order: 'desc' },
    pageSize: SHOWN_FIRST,
  })
  const remove = useAdminMutation({
    run: deleteAll,
    success: ({ length }) => ({
      title: length === 1 ? 'Upload deleted successfully' : `${length} uploads deleted successfully`,
    }),
    failure: 'Failed to delete the upload',
    refreshes: KEYWORD_KEYS,
    changesMany: true,
    onSuccess: () => clearSelection.current?.(),
  })
  const actionsOf = (upload: KeywordUpload): Action[] => [
    {
      label: 'Delete',
      isDangerous: true,
      disabledReason: readDenialReason('keywords.write'),
      onSelect: () => setToDelete([upload]),
    },
  ]
  const bulkActionsOf = (uploads: KeywordUpload[], clear: () => void): Action[] => [
    {
      label: 'Delete',
      isDangerous: true,
      disabledReason:
        readDenialReason('keywords.write') ??
        (uploads.length > BULK_MAX ? `At most ${BULK_MAX} at once` : null),
      onSelect: () => {
        clearSelection.current = clear
        setToDelete(uploads)
      },
    },
  ]
  return (
    <div>
      <h3 className="mb-3 text-lg">Uploaded files</h3>
      <List
        name="Uploaded files"
        list={list}
        columns={columns}
        keyOf={({ uploadBatch }) => uploadBatch}
        nameOf={(upload) => `${nameOf(upload)}, uploaded ${showMoment(upload.uploadedAt)}`}
        actionsOf={actionsOf}
        bulkActionsOf={bulkActionsOf}
        empty={<EmptyState title="No CSV files yet">Choose one above to begin.</EmptyState>}
        noMatch="No CSV files match"
        failure="The uploads could not be loaded"
        hasShortcuts={false}
      />
      <ConfirmDialog
        isOpen={toDelete.length > 0}
        onOpenChange={() => setToDelete([])}
        title={toDelete.length === 1 ? 'Delete upload' : 'Delete uploads'}
        text={questionAbout(toDelete)}
        action="Delete"
        onConfirm={() => remove.mutate(toDelete)}
      />
    </div>
  )
}

async function deleteAll(uploads: KeywordUpload[]): Promise<KeywordUpload[]> {
  const [only, ...others] = uploads
  if (only && others.length === 0) await deleteBatch(only.uploadBatch)
  else await deleteBatches(uploads.map(({ uploadBatch }) => uploadBatch))
  return uploads
}

function questionAbout(uploads: KeywordUpload[]): string {
  const [only, ...others] = uploads
  const count = uploads.reduce((sum, upload) => sum + upload.count, 0)
  const keywords = `${count.toLocaleString()} ${count === 1 ? 'keyword' : 'keywords'}`
  const toDelete =
    only && others.length === 0
      ? `${nameOf(only)}, uploaded ${showMoment(only.uploadedAt)} with ${keywords}`
      : `${uploads.length} uploads with ${keywords}`
  return `Are you sure you want to delete ${toDelete}? This action cannot be undone.`
}
