import { NotFoundError } from 'elysia'
import { LRUCache } from 'lru-cache'
import { IMAGE_TYPES, IMAGES_PATH, type ImageAddress, imageAt } from '#domain/images.ts'
import type { Deps } from '#src/deps.ts'
import { type EncodedBody, encodedAnswer, plainBytes } from '#src/http/encoded.ts'
import { page } from '#src/route.ts'
import { readImage } from './store.ts'

const KEPT_BYTES = 32 * 1024 * 1024

const headersOf = ({ id, extension }: ImageAddress) => ({
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': `inline; filename="${id}.${extension}"`,
  'content-security-policy': "default-src 'none'; sandbox",
  // Readers of feeds show posts at other origins.
  'cross-origin-resource-policy': 'cross-origin',
})

/** The images of posts, for everyone who has their address. */
export function imageRoutes({ db }: Pick<Deps, 'db'>) {
  const kept = new LRUCache<string, EncodedBody, ImageAddress>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.identity.byteLength,
    fetchMethod: async (_path, _known, { context }) => {
      const bytes = await readImage(db, context)
      return bytes ? plainBytes(bytes, IMAGE_TYPES[context.extension], context.id) : undefined
    },
  })

  return [
    page(`${IMAGES_PATH}/:name`, async ({ call }) => {
      const path = call.url.pathname
      const address = imageAt(path)
      const body = address && (await kept.fetch(path, { context: address }))
      // The operator's own folder may have a file there.
      if (!body) throw new NotFoundError()
      return encodedAnswer(call, body, headersOf(address))
    }),
  ]
}
