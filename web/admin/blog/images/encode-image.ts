import { IMAGE_EDITOR_SIDE, IMAGE_MAX_BYTES } from '#domain/images.ts'

/** A failure that the person can act on. */
export class ImageError extends Error {
  override name = 'ImageError'
}

/** More than any camera writes, and no more than a tab has room for. */
const MOST_FILE_BYTES = 100 * 1024 * 1024

/** Tried in turn until the file is small enough: first less quality, then fewer pixels. */
const ATTEMPTS = [
  { side: IMAGE_EDITOR_SIDE, quality: 0.82 },
  { side: IMAGE_EDITOR_SIDE, quality: 0.65 },
  { side: 1200, quality: 0.65 },
  { side: 800, quality: 0.6 },
]

/**
 * An image as it may be published: at most 1,600 pixels wide and high, without anything but its pixels, in WebP, or in
 * JPEG where the browser writes no WebP (Safari). Throws ImageError.
 */
export async function encodeImage(file: Blob): Promise<Blob> {
  if (file.size > MOST_FILE_BYTES) throw new ImageError('This file is larger than 100 MB.')
  const bitmap = await decode(file)
  try {
    for (const { side, quality } of ATTEMPTS) {
      const encoded = await encode(bitmap, side, quality)
      if (encoded.size <= IMAGE_MAX_BYTES) return encoded
    }
  } finally {
    bitmap.close()
  }
  throw new ImageError('This image stays larger than 1 MB, whatever its quality. Please choose another one.')
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (error) {
    if (error instanceof DOMException) {
      throw new ImageError(
        'This browser can’t read the file as an image. Please choose a JPEG, PNG or WebP file.',
      )
    }
    throw error
  }
}

async function encode(bitmap: ImageBitmap, most: number, quality: number): Promise<Blob> {
  const { width, height } = sizeWithin(bitmap, most)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new ImageError('This browser can’t draw images.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const webp = await blobOf(canvas, 'image/webp', quality)
  if (webp.type === 'image/webp') return webp
  // JPEG has no transparency: what shows through would be black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return blobOf(canvas, 'image/jpeg', quality)
}

/** A browser that can't write the type writes PNG. */
const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob>((resolve, reject) => {
    const refusal = new ImageError('This image is too large for the browser.')
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(refusal)), type, quality)
  })

function sizeWithin({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
