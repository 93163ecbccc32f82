import { IMAGE_EDITOR_SIDE, IMAGE_MAX_BYTES } from '#domain/images.ts'
import { ShownError } from '#web/admin/shown-error.ts'

/** Larger than any camera's files; more could exhaust the tab's memory. */
const FILE_MAX_BYTES = 100 * 1024 * 1024

/** Tried in order until the file is small enough: lower quality first, then fewer pixels. */
const ATTEMPTS = [
  { side: IMAGE_EDITOR_SIDE, quality: 0.82 },
  { side: IMAGE_EDITOR_SIDE, quality: 0.65 },
  { side: 1200, quality: 0.65 },
  { side: 800, quality: 0.6 },
]

/**
 * Scales to at most 1,600 px, drops metadata and encodes as WebP, or JPEG in browsers that can't (Safari). Throws
 * ShownError.
 */
export async function encodeImage(file: Blob): Promise<Blob> {
  if (file.size > FILE_MAX_BYTES) throw new ShownError('This file is larger than 100 MB.')
  const bitmap = await decode(file)
  try {
    for (const { side, quality } of ATTEMPTS) {
      const encoded = await encode(bitmap, side, quality)
      if (encoded.size <= IMAGE_MAX_BYTES) return encoded
    }
  } finally {
    bitmap.close()
  }
  throw new ShownError(
    'This image is larger than 1 MB even at the lowest quality. Please choose a different one.',
  )
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (error) {
    if (error instanceof DOMException) {
      throw new ShownError(
        'This browser can’t read the file as an image. Please choose a JPEG, PNG or WebP file.',
      )
    }
    throw error
  }
}

async function encode(bitmap: ImageBitmap, max: number, quality: number): Promise<Blob> {
  const { width, height } = fitSize(bitmap, max)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new ShownError('This browser can’t process images.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const webp = await blobOf(canvas, 'image/webp', quality)
  if (webp.type === 'image/webp') return webp
  // JPEG has no transparency, which would turn black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return blobOf(canvas, 'image/jpeg', quality)
}

/** Browsers fall back to PNG for types they can't encode. */
const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob>((resolve, reject) => {
    const error = new ShownError('This image is too large for the browser.')
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(error)), type, quality)
  })

function fitSize({ width, height }: { width: number; height: number }, max: number) {
  const scale = Math.min(1, max / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
