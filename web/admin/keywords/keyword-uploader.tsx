import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatBytes } from '#domain/format-bytes.ts'
import { LockedButton } from '#web/admin/guarded-button.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FilePicker } from './file-picker.tsx'
import { FileSummary, SkippedList } from './file-summary.tsx'
import { type CsvUpload, useCsvUpload } from './use-csv-upload.ts'

const HINT_PERCENT = 80

export function KeywordUploader({ onChange }: { onChange: () => void }) {
  const { upload, choose, changeMapping, changeEncoding, send, cancel } = useCsvUpload(onChange)
  const step = stepOf(upload)
  const panel = useStepFocus(step)
  const denialReason = readDenialReason('keywords.write')
  if (denialReason !== null) return <LockedButton reason={denialReason}>Choose a CSV file</LockedButton>
  return (
    <div ref={panel} className="space-y-5 rounded-card border border-border bg-surface p-5">
      <UploadSteps current={step} />
      {upload.phase === 'idle' ? (
        <FilePicker note={upload.note} onChoose={choose} />
      ) : (
        <>
          <div>
            <h3 tabIndex={-1} className="break-all font-medium outline-none">
              {upload.file.name}
            </h3>
            <p className="text-muted text-sm">{formatBytes(upload.file.size)}</p>
          </div>
          <Progress upload={upload} />
          {step === 2 && upload.summary && (
            <FileSummary
              summary={upload.summary}
              choose={upload.phase === 'ready' ? { changeMapping, changeEncoding } : null}
            />
          )}
          {upload.phase === 'stopped' && <FailureNotice>{upload.reason}</FailureNotice>}
          {upload.phase === 'done' && (
            <SkippedList title="Rows that were not uploaded" summary={upload.summary} />
          )}
          <Actions upload={upload} send={send} cancel={cancel} />
        </>
      )}
    </div>
  )
}

type OpenUpload = Exclude<CsvUpload, { phase: 'idle' }>

function stepOf(upload: CsvUpload): number {
  switch (upload.phase) {
    case 'idle':
      return 1
    case 'reading':
      return upload.summary === null ? 1 : 2
    case 'ready':
      return 2
    case 'sending':
    case 'stopped':
      return 3
    case 'done':
      return 4
  }
}

/** Moves the focus, because the focused control disappeared with its step. */
function useStepFocus(step: number) {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (step !== shown.current) panel.current?.querySelector<HTMLElement>('h3, input')?.focus()
    shown.current = step
  }, [step])
  return panel
}

function Progress({ upload }: { upload: OpenUpload }) {
  const { phase, percent } = upload
  const isBusy = phase !== 'ready' && phase !== 'done'
  return (
    <div>
      {isBusy && <ProgressBar label="Upload progress" percent={percent} />}
      <p role="status" className="mt-2 text-muted text-sm">
        {stateOf(upload)}
      </p>
      {phase === 'sending' && percent >= HINT_PERCENT && (
        <p className="text-muted text-sm">Large files may take a moment to process...</p>
      )}
    </div>
  )
}

function stateOf(upload: OpenUpload): string {
  switch (upload.phase) {
    case 'reading':
      return 'Reading the file'
    case 'ready':
      return 'Nothing has been uploaded yet. Check which column is which, then upload.'
    case 'sending':
      return `Uploading: ${upload.sending.sent} of ${upload.sending.parts.length} parts stored`
    case 'stopped':
      return `Stopped: ${upload.sending.sent} of ${upload.sending.parts.length} parts stored`
    case 'done':
      return `Uploaded ${keywords(upload.count)}. Rows skipped: ${upload.summary.skipped.toLocaleString()}.`
  }
}

const keywords = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'keyword' : 'keywords'}`

type ActionsProps = { upload: OpenUpload; send: () => void; cancel: () => void }

function Actions({ upload, send, cancel }: ActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={cancel}>{upload.phase === 'done' ? 'Upload another file' : 'Cancel'}</Button>
      {upload.phase === 'ready' && (
        <Button look="primary" onClick={send} disabled={upload.parts.length === 0}>
          Upload {keywords(upload.summary.rows)}
        </Button>
      )}
      {upload.phase === 'stopped' && (
        <Button look="primary" onClick={send}>
          Try again
        </Button>
      )}
    </div>
  )
}

const STEPS = ['Choose a file', 'Check the columns', 'Upload']

/** `current` is 1-based; number of steps + 1 when all are done. */
function UploadSteps({ current }: { current: number }) {
  return (
    <ol
      aria-label="Steps"
      className="flex flex-wrap justify-between gap-2 border-border border-b pb-4 sm:justify-start sm:gap-8"
    >
      {STEPS.map((title, index) => (
        <Step key={title} number={index + 1} title={title} current={current} />
      ))}
    </ol>
  )
}

function Step({ number, title, current }: { number: number; title: string; current: number }) {
  const isDone = number < current
  const isCurrent = number === current
  const circle = isDone || isCurrent ? 'border-accent bg-accent text-accent-ink' : 'border-control'
  return (
    <li
      {...(isCurrent ? { 'aria-current': 'step' } : {})}
      className={`flex flex-col items-center gap-1.5 text-center text-sm sm:flex-row sm:gap-2 ${isCurrent ? 'font-semibold' : 'text-muted'}`}
    >
      <span
        className={`flex size-6 shrink-0 items-center justify-center rounded-full border font-semibold tabular-nums ${circle}`}
      >
        {isDone ? <Check role="img" aria-label={`${number}, done`} size={14} /> : number}
      </span>
      {title}
    </li>
  )
}
