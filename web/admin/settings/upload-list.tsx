import { useState } from 'react'
import type { KeywordUpload } from '#domain/keywords.ts'
import { messageOf, useAdminChange, useAdminQuery } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { KEYWORDS_KEY } from './keys.ts'
import { deleteBatch } from './send-parts.ts'
import { nameOf, UploadRows } from './upload-rows.tsx'

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

  return (
    <div>
      <h3 className="mb-3 text-lg">Uploaded files</h3>
      {isPending && <LoadingRows count={1} height="h-24" />}
      {isError && (
        <FailedState message={messageOf(error, 'The uploads could not be loaded')} onRetry={refetch} />
      )}
      {data?.length === 0 && <EmptyState title="No CSV files yet">Choose one above to begin.</EmptyState>}
      {data && data.length > 0 && (
        <UploadRows uploads={data} onDelete={remove.isPending ? null : setDoomed} />
      )}
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
