import { useState } from 'react'
import { type KeywordUpload, UPLOAD_SORTS } from '#domain/keywords.ts'
import { useAdminChange } from '#web/admin/client.ts'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Column } from '#web/admin/list/types.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { refusalOf } from '#web/admin/permissions.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { KEYWORD_KEYS, UPLOADS_PATH } from './keys.ts'
import { deleteBatch } from './send-parts.ts'

/** Most come for the latest, or for what stands below. */
const SHOWN_FIRST = 10

/** What people call an upload. */
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
    show: ({ uploadedAt }) => <Moment at={uploadedAt} />,
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

/** The CSV files that were uploaded, those that were never finished among them. */
export function UploadList() {
  const [doomed, setDoomed] = useState<KeywordUpload | null>(null)
  const list = useList<KeywordUpload>({
    path: UPLOADS_PATH,
    sorts: UPLOAD_SORTS,
    usual: { sort: 'uploadedAt', order: 'desc' },
    pageSize: SHOWN_FIRST,
  })
  const remove = useAdminChange({
    run: ({ uploadBatch }: KeywordUpload) => deleteBatch(uploadBatch),
    success: 'Upload deleted successfully',
    failure: 'Failed to delete the upload',
    refreshes: KEYWORD_KEYS,
  })
  const actionsOf = (upload: KeywordUpload): Action[] => [
    {
      label: 'Delete',
      isDangerous: true,
      refusal: refusalOf('keywords.write'),
      onSelect: () => setDoomed(upload),
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
        empty={<EmptyState title="No CSV files yet">Choose one above to begin.</EmptyState>}
        noMatch="No CSV files match"
        failure="The uploads could not be loaded"
        hasShortcuts={false}
      />
      <ConfirmDialog
        isOpen={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title="Delete upload"
        text={doomed && questionAbout(doomed)}
        action="Delete"
        onConfirm={() => doomed && remove.mutate(doomed)}
      />
    </div>
  )
}

function questionAbout(upload: KeywordUpload): string {
  const { count, uploadedAt } = upload
  return `Are you sure you want to delete ${nameOf(upload)}, uploaded ${showMoment(uploadedAt)} with ${count.toLocaleString()} ${count === 1 ? 'keyword' : 'keywords'}? This action cannot be undone.`
}
