import { type KeywordUpload, UPLOAD_SORTS } from '#domain/keywords.ts'
import { timeColumn } from '#web/admin/list/columns.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Column } from '#web/admin/list/types.ts'
import { askToDelete, useDeletion } from '#web/admin/list/use-deletion.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { deleteBatch, deleteBatches, KEYWORD_KEYS, UPLOADS_PATH } from './uploads.ts'

/** Further uploads are behind a button. */
const SHOWN_FIRST = 10

const columns: Column<KeywordUpload>[] = [
  {
    title: 'File',
    sort: 'fileName',
    onCard: 'title',
    show: ({ fileName, uploadBatch }) =>
      fileName === null ? (
        <span className="font-mono text-muted">{uploadBatch}</span>
      ) : (
        <bdi title={uploadBatch} className="font-medium @max-2xl:wrap-anywhere @max-2xl:whitespace-normal">
          {fileName}
        </bdi>
      ),
  },
  timeColumn('Uploaded', 'uploadedAt', { hides: 2 }),
  {
    title: 'Keywords',
    width: 6.5,
    hides: 1,
    isNumber: true,
    show: ({ count }) => (
      <>
        {count.toLocaleString()}
        <span className="@2xl:hidden"> {count === 1 ? 'keyword' : 'keywords'}</span>
      </>
    ),
  },
  {
    title: 'Status',
    width: 15,
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
  const list = useList({
    path: UPLOADS_PATH,
    sorts: UPLOAD_SORTS,
    defaultSorting: { sort: 'uploadedAt', order: 'desc' },
    pageSize: SHOWN_FIRST,
  })
  const remove = useDeletion<KeywordUpload>({
    nouns: ['upload', 'uploads'],
    permission: 'keywords.write',
    question: (uploads) => askToDelete(describe(uploads)),
    deleteOne: ({ uploadBatch }) => deleteBatch(uploadBatch),
    deleteMany: (uploads) => deleteBatches(uploads.map(({ uploadBatch }) => uploadBatch)),
    failure: 'Failed to delete the upload',
    refreshes: KEYWORD_KEYS,
  })
  return (
    <div>
      <h3 className="mb-3 text-lg">Uploaded files</h3>
      <List
        name="Uploaded files"
        list={list}
        columns={columns}
        keyOf={({ uploadBatch }) => uploadBatch}
        nameOf={titleOf}
        actionsOf={(upload) => [remove([upload])]}
        bulkActionsOf={(uploads, clear) => [remove(uploads, clear)]}
        empty={<EmptyState title="No CSV files yet">Choose one above to begin.</EmptyState>}
        noMatch="No CSV files match"
        failure="The uploads could not be loaded"
        hasShortcuts={false}
      />
    </div>
  )
}

const titleOf = ({ fileName, uploadBatch, uploadedAt }: KeywordUpload) =>
  `${fileName ?? uploadBatch}, uploaded ${showMoment(uploadedAt)}`

function describe(uploads: KeywordUpload[]): string {
  const [only, ...others] = uploads
  const count = uploads.reduce((sum, upload) => sum + upload.count, 0)
  const keywords = `${count.toLocaleString()} ${count === 1 ? 'keyword' : 'keywords'}`
  const subject = only && others.length === 0 ? titleOf(only) : `${uploads.length} uploads`
  return `${subject} with ${keywords}`
}
