import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { PostSummary, PublicPost, summaryOf } from '#domain/posts.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import type { BodyCache } from '#src/http/body-cache.ts'
import { describe } from '#src/http/describe.ts'
import { encodedAnswer, encodeText } from '#src/http/encoded.ts'
import { WholeList } from '#src/http/paging.ts'
import { currentSlug, type Publication } from './publication.ts'
import { findPublished, findTag, listPublished } from './store.ts'

const Query = z.object({
  tag: z.optional(z.string()),
  /** 'summary' leaves the content out and fills the excerpt in. */
  view: z.optional(z.enum(['summary'], 'view must be summary')),
  ...WholeList,
})

/** To be asked again each time, which costs little as long as nothing has changed. */
const HEADERS = { 'cache-control': 'no-cache' }

type Services = Pick<Deps, 'db'> & { publication: Publication; bodies: BodyCache }

/** The blog as data. */
export function postRoutes({ db, publication, bodies }: Services) {
  return new Elysia()
    .get(
      '/api/blog/posts',
      async ({ request, query: { view, limit, offset, ...query } }) => {
        const { version, tags, changes } = await publication.current()
        const tag = query.tag === undefined ? undefined : findTag(tags, query.tag)
        const total = tag === null ? 0 : (tag?.count ?? changes.size)
        // Whatever lies behind the end is one and the same, however it is asked for.
        const slice = { offset: Math.min(offset, total), limit: Math.min(limit, Math.max(0, total - offset)) }
        const body = await bodies.get(
          version,
          JSON.stringify(['posts', slice, tag?.name, view]),
          async () => {
            const posts = slice.limit === 0 ? [] : await listPublished(db, slice, tag ?? undefined)
            return encodeJson(view ? posts.map(summaryOf) : posts)
          },
        )
        return encodedAnswer(request, body, { ...HEADERS, 'x-total-count': String(total) })
      },
      {
        query: Query,
        ...describe({
          summary: 'List the published posts, newest first',
          answer: z.array(z.union([PublicPost, PostSummary])),
        }),
      },
    )
    .get(
      '/api/blog/posts/:slug',
      async ({ request, params }) => {
        const published = await publication.current()
        const slug = currentSlug(published, params.slug)
        if (slug === null) throw notFound('Blog post')
        const body = await bodies.get(published.version, JSON.stringify(['post', slug]), async () => {
          const post = await findPublished(db, slug)
          if (!post) throw notFound('Blog post')
          return encodeJson(post)
        })
        return encodedAnswer(request, body, HEADERS)
      },
      {
        ...describe({
          summary: 'Read a published post, by its address or one that it had before',
          answer: PublicPost,
        }),
      },
    )
}

const encodeJson = (value: unknown) => encodeText(JSON.stringify(value), 'application/json; charset=utf-8')
