import { Elysia, NotFoundError } from 'elysia'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Deps } from '#src/deps.ts'
import { type EncodedBody, encodedResponse, plainBytes } from '#src/http/encoded-body.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { temporaryRedirect } from '#src/http/redirects.ts'
import { findPublishedTitle } from '#src/posts/public-store.ts'
import { cardTitle } from '#src/posts/social-picture.ts'
import type { Access } from '#src/sessions/access.ts'

const CACHE_MAX_BYTES = 16 * 1024 * 1024
/** Each card takes about 100 ms. If more are waiting, clients get the default image. */
const WAITING_MAX = 20

const HEADERS = {
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
const DEFAULT_IMAGE = '/social.png'

export function postCards({ db, renderCard }: Pick<Deps, 'db' | 'renderCard'>, access: Access) {
  let waiting = 0
  const cards = new LRUCache<string, EncodedBody>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.identity.byteLength,
    fetchMethod: async (title) => {
      waiting += 1
      try {
        const png = await renderCard(title)
        return plainBytes(png, 'image/png', Bun.hash(png).toString(36))
      } finally {
        waiting -= 1
      }
    },
  })

  return new Elysia().use(access).get(
    '/social/:name',
    async ({ call, params: { name } }) => {
      const [, slug] = /^([a-z0-9-]+)\.png$/.exec(name) ?? []
      const title = slug === undefined ? null : await findPublishedTitle(db, slug)
      // The operator's public folder may have a file with this path.
      if (title === null) throw new NotFoundError()
      const text = cardTitle(title)
      if (text === null || (!cards.has(text) && waiting >= WAITING_MAX))
        return temporaryRedirect(DEFAULT_IMAGE)
      const body = await cards.fetch(text)
      return body ? encodedResponse(call, body, HEADERS) : temporaryRedirect(DEFAULT_IMAGE)
    },
    {
      open: { rate: createRateLimit(RATE_LIMITS.linkPictures) },
      params: z.object({ name: z.string() }),
    },
  )
}
