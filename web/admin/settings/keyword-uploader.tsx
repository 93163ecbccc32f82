import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FileSummary } from './file-summary.tsx'
import { type CsvUpload, useCsvUpload } from './use-csv-upload.ts'

const HINT_FROM = 80

/** Takes a CSV file, shows what is in it, and uploads it. */
export function KeywordUploader({ onChange }: { onChange: () => void }) {
  const { upload, choose, remap, recode, send, cancel } = useCsvUpload(onChange)
  if (upload.phase === 'idle') return <FilePicker note={upload.note} onChoose={choose} />
  const { file, percent, summary } = upload
  return (
    <div className="space-y-5 rounded-card border border-border bg-surface p-5">
      <div>
        <p className="break-all font-medium">{file.name}</p>
        <p className="text-muted text-sm">{showSize(file.size)}</p>
      </div>
      <div>
        <ProgressBar label="Upload progress" percent={percent} />
        <p role="status" className="mt-2 text-muted text-sm">
          {stateOf(upload)}
        </p>
        {percent >= HINT_FROM && (
          <p className="text-muted text-sm">Large files may take a moment to process...</p>
        )}
      </div>
      {summary && (
        <FileSummary summary={summary} choose={upload.phase === 'ready' ? { remap, recode } : null} />
      )}
      {upload.phase === 'stopped' && <FailureNotice>{upload.reason}</FailureNotice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={cancel}>Cancel</Button>
        {upload.phase === 'ready' && (
          <Button look="primary" onClick={send} disabled={upload.parts.length === 0}>
            Upload {upload.summary.rows.toLocaleString()} {upload.summary.rows === 1 ? 'keyword' : 'keywords'}
          </Button>
        )}
        {upload.phase === 'stopped' && (
          <Button look="primary" onClick={send}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}

function stateOf(upload: Exclude<CsvUpload, { phase: 'idle' }>): string {
  switch (upload.phase) {
    case 'reading':
      return 'Reading the file'
    case 'ready':
      return 'Nothing has been uploaded yet. Please check what was found.'
    case 'sending':
      return `Uploading: ${upload.sending.sent} of ${upload.sending.parts.length} parts stored`
    case 'stopped':
      return `Stopped: ${upload.sending.sent} of ${upload.sending.parts.length} parts stored`
  }
}

type PickerProps = { note: string | null; onChoose: (file: File) => void }

function FilePicker({ note, onChoose }: PickerProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)

  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onChoose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <div className="space-y-3">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`flex min-h-36 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border border-dashed bg-surface p-6 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 hover:border-accent ${
          isOver ? 'border-accent bg-accent-soft' : 'border-control'
        }`}
      >
        <FileUp aria-hidden size={24} className="text-accent" />
        <span className="font-medium">Choose a CSV file</span>
        <span className="text-muted text-sm">or drop it here; at most 50 MB</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          onChange={(event) => {
            take(event.target.files)
            // The same file may be chosen again, corrected.
            event.target.value = ''
          }}
        />
      </label>
      <p role="status" className="text-muted text-sm empty:hidden">
        {note}
      </p>
    </div>
  )
}

function showSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.max(1, Math.round(kilobytes)).toLocaleString()} KB`
  return `${(kilobytes / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`
}
