import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { ImageText } from './image-markdown.ts'
import type { Upload } from './use-image-uploads.ts'

type Props = {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
  onInsert: (url: string, words: ImageText) => void
}

/** Upload progress, with fields for description and caption. */
export function UploadPanel({ upload: { file, progress }, onRetry, onRemove, onInsert }: Props) {
  const [words, setWords] = useState<ImageText>({ description: '', caption: '' })
  const description = useRef<HTMLInputElement>(null)
  useEffect(() => description.current?.focus(), [])

  const insert = () => {
    if (progress.state === 'stored') onInsert(progress.image.url, words)
  }

  const insertOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Don't submit the post's form.
    event.preventDefault()
    insert()
  }

  return (
    <li className="space-y-3 rounded-control border border-border p-3">
      <div className="flex gap-3">
        {progress.state === 'stored' && (
          <img
            src={progress.image.url}
            width={progress.image.width}
            height={progress.image.height}
            alt=""
            className="size-16 shrink-0 rounded-control border border-border object-contain"
          />
        )}
        <div className="min-w-0 flex-1 space-y-2">
          <p className="truncate font-medium text-sm">{file.name}</p>
          <Progress progress={progress} name={file.name} />
        </div>
      </div>
      {progress.state === 'failed' ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onRemove}>Remove</Button>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      ) : (
        <>
          <TextField
            ref={description}
            label="Image description"
            hint="What it shows, for people who can’t see it. Leave empty if it’s decoration."
            autoComplete="off"
            value={words.description}
            onKeyDown={insertOnEnter}
            onChange={(event) => setWords({ ...words, description: event.target.value })}
          />
          <TextField
            label="Caption (optional)"
            autoComplete="off"
            value={words.caption}
            onKeyDown={insertOnEnter}
            onChange={(event) => setWords({ ...words, caption: event.target.value })}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onRemove}>Remove</Button>
            <Button look="primary" disabled={progress.state !== 'stored'} onClick={insert}>
              Insert image
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

function Progress({ progress, name }: { progress: Upload['progress']; name: string }) {
  switch (progress.state) {
    case 'encoding':
      return <p className="text-muted text-sm">Preparing…</p>
    case 'uploading':
      return <ProgressBar label={`Upload of ${name}`} percent={progress.percent} />
    case 'stored':
      return (
        <p role="status" className="text-muted text-sm">
          Uploaded, {progress.image.width} × {progress.image.height} pixels
          {!progress.image.url.endsWith('.webp') && ' (as JPEG: this browser can’t write WebP)'}
        </p>
      )
    case 'failed':
      return <FailureNotice>{progress.message}</FailureNotice>
  }
}
