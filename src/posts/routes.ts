import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { PostSummary, PublicPost, ShownPost } from '#domain/posts.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import { answers } from '#src/http/answers.ts'
import type { Call } from '#src/http/call.ts'
import type { BodyCache } from '#src/http/documents.ts'
import { encodedResponse } from '#src/http/encoded-body.ts'
import { type Page, WHOLE_LIST, WholeList } from '#src/http/paging.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { jsonResponse } from '#src/http/responses.ts'
import type { Access } from '#src/sessions/access.ts'
import { findAdjacentAndRelated } from './adjacent-posts.ts'
import { createListStreams } from './list-streams.ts'
import { findPublished, findTag } from './public-store.ts'
import { currentSlug, type Publication } from './publication.ts'
import { type PostSearch, readFound } from './search-published.ts'

const OneQuery = z.object({
  /** 'page' returns HTML instead of Markdown. */
  view: z.optional(z.enum(['page'], 'view must be page')),
})

const Query = z.object({
  search: searchText('search'),
  tag: z.optional(z.string()),
  view: z.optional(z.enum(['summary'], 'view must be summary')),
  ...WholeList,
})

const HEADERS = { 'cache-control': 'no-cache' }

const TYPE = 'application/json; charset=utf-8'

/** Aligned slices of these sizes are cached. */
const PAGE_SIZES = [10, 20, 50, 100, WHOLE_LIST]

type Services = Pick<Deps, 'db' | 'render'> & {
  publication: Publication
  bodies: BodyCache
  responseCache: ResponseCache
  search: PostSearch
}

export function postRoutes(
  { db, render, publication, bodies, responseCache, search }: Services,
  access: Access,
) {
  const streams = createListStreams(db)
  const rate = createRateLimit(RATE_LIMITS.blogApiCalls)

  /** Uncached, because searches rarely repeat. */
  async function respondToSearch(
    { address }: Call,
    text: string,
    { limit, offset }: Page,
  ): Promise<Response> {
    const ids = await search(address, text)
    const found = await readFound(db, ids.slice(offset, offset + limit))
    return jsonResponse(found, 200, { ...HEADERS, 'x-total-count': String(ids.length) })
  }

  return new Elysia()
    .use(access)
    .get(
      '/api/blog/posts',
      async ({ call, query: { view, limit, offset, ...query } }) => {
        if (query.search !== undefined) return respondToSearch(call, query.search, { limit, offset })
        const { version, tags, updatedAtBySlug } = await publication.current()
        const tag = query.tag === undefined ? undefined : findTag(tags, query.tag)
        const total = tag === null ? 0 : (tag?.count ?? updatedAtBySlug.size)
        const headers = { ...HEADERS, 'x-total-count': String(total) }
        const slice = sliceOf({ limit, offset }, total)
        const listQuery = { ...slice, tag: tag ?? undefined, view }
        if (!isPage(slice)) return streams.respond(call, headers, listQuery)
        const key = JSON.stringify(['posts', slice, tag?.name, view])
        const body = await bodies.get(version, key, call, async () => ({
          pieces: streams.piecesOf(listQuery),
          type: TYPE,
        }))
        return encodedResponse(call, body, headers)
      },
      {
        open: { rate: rate },
        query: Query,
        response: answers(z.array(z.union([PublicPost, PostSummary]))),
        detail: {
          summary: 'List the published posts, newest first',
          description:
            'Pages of 10, 20, 50, 100 or 1,000 posts whose offset is a multiple of the limit are compressed and have an ' +
            'ETag (over 512 KB in gzip only). Other slices are uncompressed, at most four at once per network. A list ' +
            'ends after 4 MB of contents; continue at the offset reached. A search returns summaries of at most 200 ' +
            'posts: matches in title and tags first, then newest first. At most 60 searches a minute per network.',
        },
      },
    )
    .get(
      '/api/blog/posts/:slug',
      async ({ call, params, query: { view } }) => {
        const published = await publication.current()
        const slug = currentSlug(published, params.slug)
        if (slug === null) throw notFound('Blog post')
        const key = JSON.stringify(['post', slug, view])
        const body = await bodies.get(published.version, key, call, async () => {
          const post = await findPublished(db, slug)
          if (!post) throw notFound('Blog post')
          return {
            text: view
              ? await render({ kind: 'post', post, around: await findAdjacentAndRelated(db, post) })
              : JSON.stringify(post),
            type: TYPE,
          }
        })
        const isCurrent = () => publication.isCurrent(published.version)
        return responseCache.respond(call, { body, headers: HEADERS, location: call.url.pathname, isCurrent })
      },
      {
        open: { rate: rate },
        params: z.object({ slug: z.string() }),
        query: OneQuery,
        response: answers(z.union([PublicPost, ShownPost])),
        detail: { summary: 'Get a published post by its slug or a former one' },
      },
    )
}

/** Normalizes equivalent slices, so they share a cache entry. */
function sliceOf({ limit, offset }: Page, total: number): Page {
  if (offset >= total) return { limit: 0, offset: 0 }
  return { limit: offset === 0 && limit >= total ? WHOLE_LIST : limit, offset }
}

const isPage = ({ limit, offset }: Page) =>
  limit === 0 || (PAGE_SIZES.includes(limit) && offset % limit === 0)
