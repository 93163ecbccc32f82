import { IMAGE_MAX_BYTES, IMAGE_TYPES, IMAGES_API_PATH, StoredImage } from '#domain/images.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { breathe } from '#src/lib/breathe.ts'
import { route } from '#src/route.ts'
import { readImageFile } from './image-file.ts'
import { createImage } from './store.ts'

/** Uploads of images, for those who write posts. */
export const imageAdminRoutes = ({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) => [
  route({
    method: 'POST',
    path: IMAGES_API_PATH,
    access: 'posts.write',
    summary: 'Upload an image for posts',
    note:
      'The body is the file. Its bytes decide the type: a still image in WebP, JPEG, PNG, GIF or AVIF of at ' +
      'most 1 MB, 10,000 pixels on each side and 25 million pixels in total. Exif, XMP, IPTC and comments are removed ' +
      '(an AVIF file with any is refused). Everyone can read the image at its `url`; the same image is stored once. ' +
      'An image that is in no post for 30 days is deleted.',
    status: 201,
    answer: StoredImage,
    upload: { types: Object.values(IMAGE_TYPES), bytes: IMAGE_MAX_BYTES },
    handle: async ({ call, actor }) => {
      const file = new Uint8Array(await call.request.arrayBuffer())
      if (file.byteLength === 0) throw invalid('The request has no image')
      // A megabyte takes some 20 ms to read and to store: many that have come at once must not be one slice of work.
      await breathe(call.request.signal)
      const bounds = { now: now(), totalMb: config.imagesMb }
      return createImage(db, actor, readImageFile(file), bounds)
    },
  }),
]
