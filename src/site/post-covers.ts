import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import type { Documents } from '#src/http/documents.ts'
import { temporaryRedirect } from '#src/http/redirects.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { once } from '#src/lib/once.ts'
import { findPublished } from '#src/posts/public-store.ts'
import { currentSlug, type Publication } from '#src/posts/publication.ts'
import { ownPicture } from '#src/posts/social-picture.ts'
import type { Access } from '#src/sessions/access.ts'
import { COVERS_PATH } from '#web/site/blog/cover-path.ts'

const HEADERS = {
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

type Services = { publication: Publication; documents: Documents; responseCache: ResponseCache }

/** A post's own picture, or one drawn from its title. */
export function postCovers(
  { db, branding }: Pick<Deps, 'db' | 'branding'>,
  { publication, documents, responseCache }: Services,
  access: Access,
) {
  // Lazy: colors and characters take 10 ms of startup time.
  const getDraw = once(async () => {
    const [{ coverOf }, { readPalettes }] = await Promise.all([
      import('./cells/cover.ts'),
      import('./palettes.ts'),
    ])
    const palettes = branding.brand?.palettes ?? readPalettes()
    return (title: string) => coverOf(title, palettes)
  })
  return new Elysia().use(access).get(
    `${COVERS_PATH}:slug`,
    async ({ call, params }) => {
      const published = await publication.current()
      const slug = currentSlug(published, params.slug)
      const post = slug === null ? null : await findPublished(db, slug)
      if (!post) throw notFound('Blog post')
      const picture = ownPicture(post)
      if (picture) return temporaryRedirect(picture.path)
      const { version } = published
      const location = COVERS_PATH + post.slug
      const body = await documents.get(call, version, location, async () => ({
        text: (await getDraw())(post.title),
        type: 'image/svg+xml',
      }))
      const isCurrent = () => publication.isCurrent(version)
      return responseCache.respond(call, { body, headers: HEADERS, location, isCurrent })
    },
    { open: true, params: z.object({ slug: z.string() }), detail: { hide: true } },
  )
}
