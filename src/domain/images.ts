import * as z from 'zod/mini'

export const IMAGE_MAX_BYTES = 1024 * 1024
/** Default limit for all images together. */
export const IMAGES_MB = 500
/** Decompression bombs: small files can expand to gigabytes in the reader's browser. */
export const IMAGE_MAX_SIDE = 10_000
export const IMAGE_MAX_PIXELS = 25_000_000
/** The editor shrinks the longer side of uploads to this: twice the column width, for high-density screens. */
export const IMAGE_EDITOR_SIDE = 1600

export const UPLOAD_TYPES = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
} as const
export type UploadExtension = keyof typeof UPLOAD_TYPES

/** AVIF was accepted until 0.2.0. */
export const IMAGE_TYPES = { ...UPLOAD_TYPES, avif: 'image/avif' } as const
export type ImageExtension = keyof typeof IMAGE_TYPES

export const IMAGES_PATH = '/images'
export const IMAGES_API_PATH = '/api/admin/images'

export const StoredImage = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
})
export type StoredImage = z.infer<typeof StoredImage>

export type ImageAddress = { id: string; width: number; height: number; extension: ImageExtension }

/** Dimensions in the path let pages reserve space without a lookup. Ids are 32 hexadecimal digits. */
export const imagePath = ({ id, width, height, extension }: ImageAddress): string =>
  `${IMAGES_PATH}/${id}-${width}x${height}.${extension}`

const ADDRESS = /^\/images\/([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(webp|jpg|png|gif|avif)$/

export function parseImagePath(path: string): ImageAddress | null {
  const [, id, width, height, ending] = ADDRESS.exec(path) ?? []
  const extension = ending === undefined ? undefined : extensionOf(ending)
  if (id === undefined || extension === undefined) return null
  return { id, width: Number(width), height: Number(height), extension }
}

const EXTENSIONS = ['webp', 'jpg', 'png', 'gif', 'avif'] as const satisfies ImageExtension[]

const extensionOf = (text: string) => EXTENSIONS.find((extension) => extension === text)

export const imagePathsIn = (text: string): string[] => [
  ...new Set(
    Array.from(text.matchAll(/\/images\/[0-9a-f]{32}-\d{1,5}x\d{1,5}\.[a-z]{3,4}/g), ([path]) => path).filter(
      (path) => parseImagePath(path) !== null,
    ),
  ),
]

export const imageIdsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\/images\/([0-9a-f]{32})-/g), ([, id]) => id ?? '')
