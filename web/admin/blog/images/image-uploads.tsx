import type { ChangeEvent, RefObject } from 'react'
import { imageMarkdown } from './image-markdown.ts'
import { insertBlock } from './insert-block.ts'
import { UploadPanel } from './upload-panel.tsx'
import type { ImageUploads as Uploads } from './use-image-uploads.ts'

type Props = {
  images: Uploads
  /** Click it to open the file dialog. */
  input: RefObject<HTMLInputElement | null>
  /** Images are inserted at its caret. */
  area: RefObject<HTMLTextAreaElement | null>
}

/** Uploads images with progress, and inserts them at the caret. */
export function ImageUploads({ images: { uploads, add, retry, remove }, input, area }: Props) {
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add(currentTarget.files ?? [])
    // Lets the user choose the same file again.
    currentTarget.value = ''
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Image files"
        onChange={choose}
      />
      {uploads.length > 0 && (
        <ul aria-label="Images to insert" className="mb-4 space-y-3">
          {uploads.map((upload) => (
            <UploadPanel
              key={upload.id}
              upload={upload}
              onRetry={() => void retry(upload)}
              onRemove={() => remove(upload.id)}
              onInsert={(url, words) => {
                if (area.current) insertBlock(area.current, imageMarkdown(url, words))
                remove(upload.id)
              }}
            />
          ))}
        </ul>
      )}
    </>
  )
}
