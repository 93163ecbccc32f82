import * as z from 'zod/mini'
import { PostSummary, PublicPost, ShownPost } from '#domain/posts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import type { BodyCache } from '#src/http/body-cache.ts'
import type { Call } from '#src/http/call.ts'
import { encodedAnswer } from '#src/http/encoded.ts'
import { type Page, WHOLE_LIST, WholeList } from '#src/http/paging.ts'
import type { Prepared } from '#src/http/prepared.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { route } from '#src/route.ts'
import { createListStreams } from './list-streams.ts'
import { findAround } from './posts-around.ts'
import { currentSlug, type Publication } from './publication.ts'
import { type PostSearch, readFound } from './search-published.ts'
import { findPublished, findTag } from './store.ts'

const OneQuery = z.object({
  /** 'page' answers what the post's page shows: its text as HTML. */
  view: z.optional(z.enum(['page'], 'view must be page')),
})

const Query = z.object({
  /** Words that a post has, in any order; the last one may be the beginning of a word. Answers summaries. */
  search: searchText('search'),
  tag: z.optional(z.string()),
  /** 'summary' leaves the content out and fills the excerpt in. */
  view: z.optional(z.enum(['summary'], 'view must be summary')),
  ...WholeList,
})

/** Lists of whole posts are the largest answers that strangers get. */
const RATE = { attempts: 100, seconds: 10 }

/** To be asked again each time, which costs little as long as nothing has changed. */
const HEADERS = { 'cache-control': 'no-cache' }

const TYPE = 'application/json; charset=utf-8'

/** With one of these as `limit`, and an `offset` that is a multiple of it, many clients ask for the same slice. */
const PAGE_SIZES = [10, 20, 50, 100, WHOLE_LIST]

type Services = Pick<Deps, 'db' | 'draw'> & {
  publication: Publication
  bodies: BodyCache
  prepared: Prepared
  search: PostSearch
}

/** The blog as data. */
export function postRoutes({ db, draw, publication, bodies, prepared, search }: Services) {
  const streams = createListStreams(db)
  const rate = createRateLimit(RATE)

  /** Kept for nobody: others rarely search for the same. */
  async function answerSearch({ address }: Call, text: string, { limit, offset }: Page): Promise<Response> {
    const ids = await search(address, text)
    const found = await readFound(db, ids.slice(offset, offset + limit))
    return Response.json(found, { headers: { ...HEADERS, 'x-total-count': String(ids.length) } })
  }

  return [
    route({
      method: 'GET',
      path: '/api/blog/posts',
      access: 'public',
      rate,
      query: Query,
      summary: 'List the published posts, newest first',
      note:
        'Pages of 10, 20, 50, 100 or 1,000 posts whose offset is a multiple of the limit are compressed and have an ' +
        'ETag (over 512 KB in gzip only). Other slices are uncompressed, at most four at once per network. A list ' +
        'ends after 4 MB of contents; continue at the offset reached. A search returns summaries of at most 200 ' +
        'posts: matches in title and tags first, then newest first.',
      answer: z.array(z.union([PublicPost, PostSummary])),
      handle: async ({ call, query: { view, limit, offset, ...query } }) => {
        if (query.search !== undefined) return answerSearch(call, query.search, { limit, offset })
        const { version, tags, changes } = await publication.current()
        const tag = query.tag === undefined ? undefined : findTag(tags, query.tag)
        const total = tag === null ? 0 : (tag?.count ?? changes.size)
        const headers = { ...HEADERS, 'x-total-count': String(total) }
        const slice = sliceOf({ limit, offset }, total)
        const asked = { ...slice, tag: tag ?? undefined, view }
        if (!isPage(slice)) return streams.answer(call, headers, asked)
        const key = JSON.stringify(['posts', slice, tag?.name, view])
        const body = await bodies.get(version, key, call.address, async () => ({
          pieces: streams.piecesOf(asked),
          type: TYPE,
        }))
        return encodedAnswer(call, body, headers)
      },
    }),
    route({
      method: 'GET',
      path: '/api/blog/posts/:slug',
      access: 'public',
      rate,
      params: z.object({ slug: z.string() }),
      query: OneQuery,
      summary: 'Get a published post by its slug or a former one',
      answer: z.union([PublicPost, ShownPost]),
      handle: async ({ call, params, query: { view } }) => {
        const published = await publication.current()
        const slug = currentSlug(published, params.slug)
        if (slug === null) throw notFound('Blog post')
        const key = JSON.stringify(['post', slug, view])
        const body = await bodies.get(published.version, key, call.address, async () => {
          const post = await findPublished(db, slug)
          if (!post) throw notFound('Blog post')
          return {
            text: view
              ? await draw({ kind: 'post', post, around: await findAround(db, post) })
              : JSON.stringify(post),
            type: TYPE,
          }
        })
        const isCurrent = () => publication.isCurrent(published.version)
        prepared.keep(call, { body, headers: HEADERS, location: call.url.pathname, isCurrent })
        return encodedAnswer(call, body, HEADERS)
      },
    }),
  ]
}

/** All that there is, and what lies behind the end, is one and the same, however it is asked for. */
function sliceOf({ limit, offset }: Page, total: number): Page {
  if (offset >= total) return { limit: 0, offset: 0 }
  return { limit: offset === 0 && limit >= total ? WHOLE_LIST : limit, offset }
}

/** Whether others are likely to ask for the same slice, so that it is worth keeping. */
const isPage = ({ limit, offset }: Page) =>
  limit === 0 || (PAGE_SIZES.includes(limit) && offset % limit === 0)
