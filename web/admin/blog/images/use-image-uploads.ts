import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { IMAGES_API_PATH, type StoredImage } from '#domain/images.ts'
import { messageOf, NO_RESPONSE, uploadAdmin } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { encodeImage } from './encode-image.ts'

export type Upload = {
  id: string
  file: File
  progress:
    | { state: 'encoding' }
    | { state: 'uploading'; percent: number }
    | { state: 'stored'; image: StoredImage }
    | { state: 'failed'; message: string }
}

/** Guards against dropping a whole folder. */
const UPLOADS_MAX = 10

export type ImageUploads = ReturnType<typeof useImageUploads>

/** `handlers` are for the textarea. */
export function useImageUploads() {
  const [uploads, setUploads] = useState<Upload[]>([])
  const running = useRef(new Map<string, AbortController>())

  const setProgress = (id: string, progress: Upload['progress']) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, progress } : one)))

  const start = async ({ id, file }: Pick<Upload, 'id' | 'file'>) => {
    const controller = new AbortController()
    running.current.set(id, controller)
    try {
      setProgress(id, { state: 'encoding' })
      const encoded = await encodeImage(file)
      const image = await uploadAdmin(IMAGES_API_PATH, encoded, {
        signal: controller.signal,
        onProgress: (percent) => setProgress(id, { state: 'uploading', percent }),
      })
      setProgress(id, { state: 'stored', image })
    } catch (error) {
      if (controller.signal.aborted) return
      setProgress(id, { state: 'failed', message: reasonOf(error) })
    } finally {
      running.current.delete(id)
    }
  }

  const add = (files: Iterable<File>) => {
    const added = [...files].slice(0, UPLOADS_MAX).map((file): Upload => {
      return { id: crypto.randomUUID(), file, progress: { state: 'encoding' } }
    })
    setUploads((all) => [...all, ...added])
    for (const upload of added) void start(upload)
  }

  const remove = (id: string) => {
    running.current.get(id)?.abort()
    setUploads((all) => all.filter((one) => one.id !== id))
  }

  useEffect(() => {
    const { current } = running
    return () => {
      for (const controller of current.values()) controller.abort()
    }
  }, [])
  useEffect(preventFileNavigation, [])

  const handlers = {
    onPaste: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData
      // Office programs put a picture of the text on the clipboard too.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      add(files)
    },
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      add(event.dataTransfer.files)
    },
  }

  return { uploads, add, retry: start, remove, handlers }
}

/** Files dropped elsewhere would replace the page. */
function preventFileNavigation() {
  const prevent = (event: globalThis.DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  window.addEventListener('dragover', prevent)
  window.addEventListener('drop', prevent)
  return () => {
    window.removeEventListener('dragover', prevent)
    window.removeEventListener('drop', prevent)
  }
}

const reasonOf = (error: unknown) =>
  messageOf(error, error instanceof ApiError ? 'The server refused the image.' : NO_RESPONSE)
