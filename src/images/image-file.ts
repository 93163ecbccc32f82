import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, type UploadExtension } from '#domain/images.ts'
import { invalid } from '#src/errors.ts'
import { readGif } from './gif.ts'
import type { Content, Reader } from './image-reader.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/** Contains no metadata. */
export type ImageFile = Content & { extension: UploadExtension }

const READERS: { extension: UploadExtension; name: string; starts: RegExp; read: Reader }[] = [
  { extension: 'webp', name: 'WebP', starts: /^RIFF.{4}WEBP/s, read: readWebp },
  { extension: 'jpg', name: 'JPEG', starts: /^\xff\xd8\xff/, read: readJpeg },
  { extension: 'png', name: 'PNG', starts: /^\x89PNG\r\n\x1a\n/, read: readPng },
  { extension: 'gif', name: 'GIF', starts: /^GIF8[79]a/, read: readGif },
]

/** Removes Exif, XMP, comments and trailing data without decoding pixels. Throws AppError invalid. */
export function readImageFile(file: Uint8Array): ImageFile {
  const start = Buffer.from(file.subarray(0, 16)).toString('latin1')
  const reader = READERS.find(({ starts }) => starts.test(start))
  if (!reader) throw invalid('This isn’t a WebP, JPEG, PNG or GIF image')
  const content = attempt(reader.read, file)
  if (!content) throw invalid(`This ${reader.name} file is damaged or incomplete`)
  const { width, height } = content
  if (width < 1 || height < 1) throw invalid(`This ${reader.name} file has no pixels`)
  if (Math.max(width, height) > IMAGE_MAX_SIDE || width * height > IMAGE_MAX_PIXELS) {
    throw invalid('Images can have at most 10,000 pixels on each side and 25 million in total')
  }
  return { extension: reader.extension, ...content }
}

/** Readers throw RangeError at the end of a truncated file. */
function attempt(read: Reader, file: Uint8Array): Content | null {
  try {
    return read(file)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
