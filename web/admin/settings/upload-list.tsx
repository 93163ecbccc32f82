import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { KeywordUpload } from '#domain/keywords.ts'
import { messageOf, useAdminChange, useAdminQuery } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { KEYWORDS_KEY } from './keys.ts'
import { deleteBatch } from './send-parts.ts'

/** The CSV files that were uploaded, those that were never finished among them. */
export function UploadList() {
  const [doomed, setDoomed] = useState<KeywordUpload | null>(null)
  const { data, error, isPending, isError, refetch } = useAdminQuery<KeywordUpload[]>([
    ...KEYWORDS_KEY,
    'batches',
  ])
  const remove = useAdminChange({
    run: ({ uploadBatch }: KeywordUpload) => deleteBatch(uploadBatch),
    success: 'Upload deleted successfully',
    failure: 'Failed to delete the upload',
    refreshes: [KEYWORDS_KEY],
  })

  const columns: Column<KeywordUpload>[] = [
    {
      title: 'Uploaded',
      show: ({ uploadedAt }) => (
        <time dateTime={uploadedAt} className="whitespace-nowrap">
          {showMoment(uploadedAt)}
        </time>
      ),
    },
    { title: 'Keywords', isNumber: true, show: ({ count }) => count.toLocaleString() },
    { title: 'Status', show: (upload) => <Status upload={upload} /> },
    {
      title: 'Name',
      show: ({ uploadBatch }) => <span className="whitespace-nowrap font-mono">{uploadBatch}</span>,
    },
    {
      title: 'Actions',
      isNumber: true,
      show: (upload) => (
        <IconButton
          label={`Delete the upload ${upload.uploadBatch}`}
          className="-my-2"
          disabled={remove.isPending}
          onClick={() => setDoomed(upload)}
        >
          <Trash2 aria-hidden size={18} />
        </IconButton>
      ),
    },
  ]

  return (
    <div>
      <h3 className="mb-3 text-lg">Uploaded files</h3>
      {isPending && <LoadingRows count={1} height="h-24" />}
      {isError && (
        <FailedState message={messageOf(error, 'The uploads could not be loaded')} onRetry={refetch} />
      )}
      {data?.length === 0 && <EmptyState title="No CSV files yet">Choose one above to begin.</EmptyState>}
      {data && data.length > 0 && (
        <Table
          caption="Uploaded files"
          columns={columns}
          rows={data}
          keyOf={({ uploadBatch }) => uploadBatch}
        />
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title="Delete upload"
        text={
          doomed &&
          `Are you sure you want to delete the upload of ${showMoment(doomed.uploadedAt)} with ${doomed.count.toLocaleString()} keywords? This action cannot be undone.`
        }
        action="Delete"
        onConfirm={() => doomed && remove.mutate(doomed)}
      />
    </div>
  )
}

function Status({ upload: { status, parts, partsReceived } }: { upload: KeywordUpload }) {
  return status === 'complete' ? (
    <Badge look="good">Complete</Badge>
  ) : (
    <Badge look="fair">
      Incomplete: {partsReceived} of {parts} parts
    </Badge>
  )
}
