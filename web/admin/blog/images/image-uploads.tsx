import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, type RefObject, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { imageMarkdown } from './image-markdown.ts'
import { insertBlock } from './insert-block.ts'
import { UploadPanel } from './upload-panel.tsx'
import type { ImageUploads as Uploads } from './use-image-uploads.ts'

type Props = {
  images: Uploads
  /** Where images are inserted. */
  area: RefObject<HTMLTextAreaElement | null>
}

/** Chooses images for a post, shows their uploads, and inserts them where the caret is. */
export function ImageUploads({ images: { uploads, add, retry, remove }, area }: Props) {
  const input = useRef<HTMLInputElement>(null)

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add(currentTarget.files ?? [])
    // So that the same file can be chosen again.
    currentTarget.value = ''
  }

  return (
    <div className="space-y-3">
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Image files"
        onChange={choose}
      />
      <Button onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden size={18} />
        Add images
      </Button>
      {uploads.length > 0 && (
        <ul className="space-y-3">
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
    </div>
  )
}
