import * as z from 'zod/mini'

/** What an image of a post may take. */
export const IMAGE_MAX_BYTES = 1024 * 1024
/** How many megabytes all of them may take, unless the operator sets another number. */
export const IMAGES_MB = 500
/** Beyond these, a small file could fill the memory of whoever opens the page. */
export const IMAGE_MAX_SIDE = 10_000
export const IMAGE_MAX_PIXELS = 25_000_000
/** The longer side of an image that the editor uploads: twice the width of a post's column, for dense screens. */
export const IMAGE_EDITOR_SIDE = 1600

/** Media types by the extension that their addresses end in. */
export const IMAGE_TYPES = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  avif: 'image/avif',
} as const
export type ImageExtension = keyof typeof IMAGE_TYPES

export const IMAGES_PATH = '/images'
export const IMAGES_API_PATH = '/api/admin/images'

/** What an upload is answered with; `url` is a path of this site. */
export const StoredImage = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
})
export type StoredImage = z.infer<typeof StoredImage>

export type ImageAddress = { id: string; width: number; height: number; extension: ImageExtension }

/** Ids are 32 hexadecimal digits. Width and height are part of the address, so that pages need not look them up. */
export const imagePath = ({ id, width, height, extension }: ImageAddress): string =>
  `${IMAGES_PATH}/${id}-${width}x${height}.${extension}`

const ADDRESS = /^\/images\/([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(webp|jpg|png|gif|avif)$/

/** What an address says of an image stored here; null for any other address. */
export function imageAt(path: string): ImageAddress | null {
  const [, id, width, height, ending] = ADDRESS.exec(path) ?? []
  const extension = ending === undefined ? undefined : extensionOf(ending)
  if (id === undefined || extension === undefined) return null
  return { id, width: Number(width), height: Number(height), extension }
}

const EXTENSIONS = ['webp', 'jpg', 'png', 'gif', 'avif'] as const satisfies ImageExtension[]

const extensionOf = (text: string) => EXTENSIONS.find((extension) => extension === text)

/** The addresses of images stored here that stand in a text, each once. */
export const imagePathsIn = (text: string): string[] => [
  ...new Set(
    Array.from(text.matchAll(/\/images\/[0-9a-f]{32}-\d{1,5}x\d{1,5}\.[a-z]{3,4}/g), ([path]) => path).filter(
      (path) => imageAt(path) !== null,
    ),
  ),
]

/** The ids of stored images whose addresses stand anywhere in a text. */
export const imageIdsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\/images\/([0-9a-f]{32})-/g), ([, id]) => id ?? '')
