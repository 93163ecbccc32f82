import { Elysia } from 'elysia'
import { IMAGE_MAX_BYTES, IMAGES_API_PATH, StoredImage, UPLOAD_TYPES } from '#domain/images.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { answers } from '#src/http/answers.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Access } from '#src/sessions/access.ts'
import { readImageFile } from './image-file.ts'
import { createImage } from './store.ts'

export const imageAdminRoutes = ({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>, access: Access) =>
  new Elysia().use(access).post(
    IMAGES_API_PATH,
    async ({ status, call, actor }) => {
      const buffer = await call.request.arrayBuffer()
      await call.authorizeAgain()
      if (buffer.byteLength === 0) throw invalid('The request has no image')
      // A megabyte takes about 20 ms, so simultaneous uploads must not run in one turn.
      await yieldToEventLoop(call.request.signal)
      const bounds = { now: now(), totalMb: config.imagesMb }
      const image = readImageFile(new Uint8Array(buffer))
      // Frees memory, which garbage collection would do much later.
      buffer.transfer(0)
      return status(201, await createImage(db, actor, image, bounds))
    },
    {
      access: {
        permission: 'posts.write',
        upload: { types: Object.values(UPLOAD_TYPES), bytes: IMAGE_MAX_BYTES },
      },
      response: { 201: answers(StoredImage) },
      detail: {
        summary: 'Upload an image for posts',
        description:
          'The body is the file: a still image in WebP, JPEG, PNG or GIF (detected from its bytes) of at most 1 MB, ' +
          '10,000 pixels on each side and 25 million pixels in total. Exif, XMP, IPTC, comments and thumbnails are removed. ' +
          'Everyone can read the image at its `url`. Identical images are stored once. Images in ' +
          'no post for 30 days are deleted.',
      },
    },
  )
