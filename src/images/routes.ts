import { Elysia, NotFoundError } from 'elysia'
import { LRUCache } from 'lru-cache'
import { IMAGE_TYPES, IMAGES_PATH, type ImageAddress, parseImagePath } from '#domain/images.ts'
import type { Deps } from '#src/deps.ts'
import { type EncodedBody, encodedResponse, plainBytes } from '#src/http/encoded-body.ts'
import type { Access } from '#src/sessions/access.ts'
import { readImage } from './store.ts'

const CACHE_BYTES = 32 * 1024 * 1024

const headersOf = ({ id, extension }: ImageAddress) => ({
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': `inline; filename="${id}.${extension}"`,
  'content-security-policy': "default-src 'none'; sandbox",
  // Feed readers show posts from other origins.
  'cross-origin-resource-policy': 'cross-origin',
})

export function imageRoutes({ db }: Pick<Deps, 'db'>, access: Access) {
  const cache = new LRUCache<string, EncodedBody, ImageAddress>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.identity.byteLength,
    fetchMethod: async (_path, _known, { context }) => {
      const bytes = await readImage(db, context)
      return bytes ? plainBytes(bytes, IMAGE_TYPES[context.extension], context.id) : undefined
    },
  })

  return new Elysia().use(access).get(
    `${IMAGES_PATH}/:name`,
    async ({ call }) => {
      const path = call.url.pathname
      const address = parseImagePath(path)
      const body = address && (await cache.fetch(path, { context: address }))
      // Falls through to the operator's public folder.
      if (!body) throw new NotFoundError()
      return encodedResponse(call, body, headersOf(address))
    },
    { open: true },
  )
}
