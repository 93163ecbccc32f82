import { Trash2 } from 'lucide-react'
import type { KeywordUpload } from '#domain/keywords.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Props = {
  uploads: KeywordUpload[]
  /** Null while one is being deleted. */
  onDelete: ((upload: KeywordUpload) => void) | null
}

/** What people call an upload. */
export const nameOf = ({ fileName, uploadBatch }: KeywordUpload): string => fileName ?? uploadBatch

const keyOf = ({ uploadBatch }: KeywordUpload) => uploadBatch

/** Uploads, in a table, or in cards where there is no room for one. */
export function UploadRows({ uploads, onDelete }: Props) {
  const columns: Column<KeywordUpload>[] = [
    {
      title: 'File',
      show: (upload) => (
        <div className="min-w-64">
          <Name upload={upload} />
        </div>
      ),
    },
    { title: 'Uploaded', show: (upload) => <Time upload={upload} /> },
    { title: 'Keywords', isNumber: true, show: ({ count }) => count.toLocaleString() },
    { title: 'Status', show: (upload) => <Status upload={upload} /> },
    {
      title: 'Actions',
      isNumber: true,
      show: (upload) => <DeleteButton upload={upload} onDelete={onDelete} />,
    },
  ]
  return (
    <>
      <div className="hidden xl:block">
        <Table caption="Uploaded files" columns={columns} rows={uploads} keyOf={keyOf} />
      </div>
      <ul className="space-y-3 xl:hidden">
        {uploads.map((upload) => (
          <li key={keyOf(upload)}>
            <UploadCard upload={upload} onDelete={onDelete} />
          </li>
        ))}
      </ul>
    </>
  )
}

type UploadProps = { upload: KeywordUpload }
type DeleteProps = UploadProps & Pick<Props, 'onDelete'>

function UploadCard({ upload, onDelete }: DeleteProps) {
  const { count } = upload
  return (
    <article className="rounded-card border border-border bg-surface p-4">
      <Name upload={upload} />
      <p className="mt-2 text-sm tabular-nums">
        <Time upload={upload} /> · {count.toLocaleString()} {count === 1 ? 'keyword' : 'keywords'}
      </p>
      <div className="mt-3 flex min-h-6 items-center justify-between gap-3">
        <Status upload={upload} />
        <DeleteButton upload={upload} onDelete={onDelete} />
      </div>
    </article>
  )
}

function Name({ upload: { fileName, uploadBatch } }: UploadProps) {
  return (
    <>
      {fileName !== null && <bdi className="wrap-anywhere block font-medium">{fileName}</bdi>}
      <span className="block break-all font-mono text-muted text-sm">{uploadBatch}</span>
    </>
  )
}

const Time = ({ upload: { uploadedAt } }: UploadProps) => (
  <time dateTime={uploadedAt} className="whitespace-nowrap">
    {showMoment(uploadedAt)}
  </time>
)

function Status({ upload: { status, parts, partsReceived } }: UploadProps) {
  return status === 'complete' ? (
    <Badge look="good">Complete</Badge>
  ) : (
    <Badge look="fair">
      Incomplete: {partsReceived} of {parts} parts
    </Badge>
  )
}

const DeleteButton = ({ upload, onDelete }: DeleteProps) => (
  <IconButton
    label={`Delete ${nameOf(upload)}, uploaded ${showMoment(upload.uploadedAt)}`}
    className="-my-2"
    disabled={onDelete === null}
    onClick={() => onDelete?.(upload)}
  >
    <Trash2 aria-hidden size={18} />
  </IconButton>
)
