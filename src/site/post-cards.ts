import { NotFoundError } from 'elysia'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { type EncodedBody, encodedAnswer, plainBytes } from '#src/http/encoded.ts'
import { foundAt } from '#src/http/moved-to.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { cardTitle } from '#src/posts/social-picture.ts'
import { findPublishedTitle } from '#src/posts/store.ts'
import { page } from '#src/route.ts'

const KEPT_BYTES = 16 * 1024 * 1024
/** Each takes about a tenth of a second: who asks while so many wait is shown the site's own picture. */
const MOST_WAITING = 20
const RATE = { attempts: 60, seconds: 60 }

const HEADERS = {
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
const SITE_PICTURE = '/social.png'

/** The pictures of published posts in link previews: drawn when first asked for, and then kept. */
export function postCards({ db, drawCard }: Pick<Deps, 'db' | 'drawCard'>) {
  let waiting = 0
  const kept = new LRUCache<string, EncodedBody>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.identity.byteLength,
    fetchMethod: async (title) => {
      waiting += 1
      try {
        const png = await drawCard(title)
        return plainBytes(png, 'image/png', Bun.hash(png).toString(36))
      } finally {
        waiting -= 1
      }
    },
  })

  return [
    page(
      '/social/:name',
      async ({ call, params: { name } }) => {
        const [, slug] = /^([a-z0-9-]+)\.png$/.exec(name) ?? []
        const title = slug === undefined ? null : await findPublishedTitle(db, slug)
        // The operator's own folder may have a file there.
        if (title === null) throw new NotFoundError()
        const text = cardTitle(title)
        if (text === null || (!kept.has(text) && waiting >= MOST_WAITING)) return foundAt(SITE_PICTURE)
        const body = await kept.fetch(text)
        return body ? encodedAnswer(call, body, HEADERS) : foundAt(SITE_PICTURE)
      },
      { params: z.object({ name: z.string() }), rate: createRateLimit(RATE) },
    ),
  ]
}
