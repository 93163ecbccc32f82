import { useRef, useState } from 'react'
import { MOST_AT_ONCE } from '#domain/at-once.ts'
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
import { deleteBatch, deleteBatches } from './send-parts.ts'

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
  const [doomed, setDoomed] = useState<KeywordUpload[]>([])
  const clearSelection = useRef<() => void>(undefined)
  const list = useList<KeywordUpload>({
    path: UPLOADS_PATH,
    sorts: UPLOAD_SORTS,
    usual: { sort: 'uploadedAt', order: 'desc' },
    pageSize: SHOWN_FIRST,
  })
  const remove = useAdminChange({
    run: deleteAll,
    success: ({ length }) => ({
      title: length === 1 ? 'Upload deleted successfully' : `${length} uploads deleted successfully`,
    }),
    failure: 'Failed to delete the upload',
    refreshes: KEYWORD_KEYS,
    onSuccess: () => clearSelection.current?.(),
  })
  const actionsOf = (upload: KeywordUpload): Action[] => [
    {
      label: 'Delete',
      isDangerous: true,
      refusal: refusalOf('keywords.write'),
      onSelect: () => setDoomed([upload]),
    },
  ]
  const bulkActionsOf = (uploads: KeywordUpload[], clear: () => void): Action[] => [
    {
      label: 'Delete',
      isDangerous: true,
      refusal:
        refusalOf('keywords.write') ??
        (uploads.length > MOST_AT_ONCE ? `At most ${MOST_AT_ONCE} at once` : null),
      onSelect: () => {
        clearSelection.current = clear
        setDoomed(uploads)
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
        isOpen={doomed.length > 0}
        onOpenChange={() => setDoomed([])}
        title={doomed.length === 1 ? 'Delete upload' : 'Delete uploads'}
        text={questionAbout(doomed)}
        action="Delete"
        onConfirm={() => remove.mutate(doomed)}
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
  const doomed =
    only && others.length === 0
      ? `${nameOf(only)}, uploaded ${showMoment(only.uploadedAt)} with ${keywords}`
      : `${uploads.length} uploads with ${keywords}`
  return `Are you sure you want to delete ${doomed}? This action cannot be undone.`
}
