import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { POSTS_PER_PAGE, tagPath } from '#domain/posts.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { AppError, notFound } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import type { Documents } from '#src/http/documents.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { permanentRedirect, temporaryRedirect } from '#src/http/redirects.ts'
import { foldText } from '#src/lib/fold-text.ts'
import { findAdjacentAndRelated, NO_ADJACENT_POSTS } from '#src/posts/adjacent-posts.ts'
import { findPreviewed } from '#src/posts/previews.ts'
import { findPublished, findTag, listSummaries, type Tag } from '#src/posts/public-store.ts'
import { currentSlug, type Publication } from '#src/posts/publication.ts'
import { type PostSearch, readFound } from '#src/posts/search-published.ts'
import { findPost } from '#src/posts/store.ts'
import { hasWordPressQuery, redirectCall } from '#src/redirects/redirect-call.ts'
import type { Access } from '#src/sessions/access.ts'
import { NO_FRAMES, type Page, type Pages, sourceOf, UNLISTED } from './pages.ts'

type Services = {
  publication: Publication
  pages: Pages
  documents: Documents
  /** A separate cache, because clients can make up any number of searches. */
  searches: Documents
  search: PostSearch
}

type BlogPage = { route: string; path: string; search?: string; read: Page['read'] }

const BLOG = '/blog'
const BLOG_TAG = '/blog/tag/:tag'
const BLOG_POST = '/blog/:slug'
const BLOG_PREVIEW = '/blog/preview/:token'

const ByTag = z.object({ tag: z.string() })
const BySlug = z.object({ slug: z.string() })
const ByToken = z.object({ token: z.string() })

/** The URL is secret, so there is no caching, no referrer and no other origin. */
const PREVIEW_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  ...NO_FRAMES,
  ...UNLISTED,
}

/** Pages with content from the database, rendered once per version. */
export function blogPages({ db, now }: Pick<Deps, 'db' | 'now'>, services: Services, access: Access) {
  const { publication, pages, documents, searches, search } = services

  async function listPage(call: Call, route: string, path: string, total: number, tag?: Tag) {
    const page = pageNumber(call.url.searchParams.get('page'))
    if (page === null || page > countPages(total)) return missingPage(call, route)
    return cachedPage(call, {
      route,
      path,
      search: page === 1 ? '' : `?page=${page}`,
      read: async () => {
        const slice = { limit: POSTS_PER_PAGE, offset: (page - 1) * POSTS_PER_PAGE }
        return { preloaded: { kind: 'posts', posts: await listSummaries(db, slice, tag), total } }
      },
    })
  }

  async function searchPage(call: Call, text: string): Promise<Response> {
    const page = pageNumber(call.url.searchParams.get('page'))
    const { version } = await publication.current()
    const ids = await search(call.address, text)
    if (page === null || page > countPages(ids.length)) return missingPage(call, BLOG)
    const query = new URLSearchParams({ search: text, ...(page === 1 ? {} : { page: String(page) }) })
    return pages.respond(call, {
      documents: searches,
      version,
      location: `${BLOG}?${query}`,
      source: sourceOf(BLOG),
      read: async () => {
        const posts = await readFound(db, ids.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE))
        return { preloaded: { kind: 'posts', posts, total: ids.length, search: text } }
      },
      headers: UNLISTED,
      counted: BLOG,
    })
  }

  async function blogPage(call: Call): Promise<Response> {
    const text = call.url.searchParams.get('search')?.trim().slice(0, SEARCH_MAX).toWellFormed() ?? ''
    if (text !== '') return searchPage(call, text)
    const redirect = hasWordPressQuery(call) ? await redirectCall(db, call) : null
    if (redirect) return redirect
    return listPage(call, BLOG, BLOG, (await publication.current()).updatedAtBySlug.size)
  }

  async function tagPage(call: Call, requested: string): Promise<Response> {
    const tag = findTag((await publication.current()).tags, requested)
    const path = tag && tagPath(tag.name)
    if (!tag || path === null) return missingPage(call, BLOG_TAG)
    if (tag.name !== requested) return permanentRedirect(path + call.url.search)
    return listPage(call, BLOG_TAG, path, tag.count, tag)
  }

  async function postPage(call: Call, requested: string): Promise<Response> {
    const published = await publication.current()
    const slug = currentSlug(published, requested) ?? currentSlug(published, foldText(requested))
    if (slug === null) return missingPage(call, BLOG_POST)
    const path = `${BLOG}/${slug}`
    if (slug !== requested) return permanentRedirect(path + call.url.search)
    return cachedPage(call, {
      route: BLOG_POST,
      path,
      read: async () => {
        const post = await findPublished(db, slug)
        if (!post) throw notFound('Blog post')
        return { shown: { kind: 'post', post, around: await findAdjacentAndRelated(db, post) } }
      },
    })
  }

  async function previewPage(call: Call, token: string): Promise<Response> {
    const id = await findPreviewed(db, token, now())
    if (id === null) return missingPage(call, BLOG_PREVIEW)
    const { status, updatedBy, ...post } = await findPost(db, id)
    if (status === 'published') return temporaryRedirect(`${BLOG}/${post.slug}`)
    const { version } = await publication.current()
    return pages.respond(call, {
      documents,
      version,
      // The page doesn't contain the token, so all preview links to a post share it.
      key: JSON.stringify([BLOG_PREVIEW, post.id, post.updatedAt]),
      location: BLOG_PREVIEW,
      source: sourceOf(BLOG_PREVIEW),
      read: async () => ({ shown: { kind: 'preview', post, around: NO_ADJACENT_POSTS } }),
      headers: PREVIEW_HEADERS,
    })
  }

  async function cachedPage(call: Call, { route, path, search = '', read }: BlogPage): Promise<Response> {
    const { version } = await publication.current()
    try {
      return await pages.respond(call, {
        documents,
        version,
        location: path + search,
        source: sourceOf(route),
        read,
        counted: path,
        cached: { isCurrent: () => publication.isCurrent(version) },
      })
    } catch (error) {
      // The post was deleted after `publication` was read.
      if (error instanceof AppError && error.code === 'not_found') return missingPage(call, route)
      throw error
    }
  }

  /** One page for all paths of `route`, so that made-up paths don't fill memory; unless the path redirects. */
  async function missingPage(call: Call, route: string): Promise<Response> {
    const redirect = await redirectCall(db, call)
    if (redirect) return redirect
    const { version } = await publication.current()
    return pages.respond(call, {
      documents,
      version,
      location: route,
      source: sourceOf(route),
      read: async () => ({ preloaded: { kind: 'missing' } }),
      headers: UNLISTED,
      status: 404,
    })
  }

  return new Elysia()
    .use(access)
    .get(BLOG, ({ call }) => blogPage(call), { open: true })
    .get(BLOG_TAG, ({ call, params }) => tagPage(call, params.tag), {
      open: true,
      params: ByTag,
    })
    .get(BLOG_POST, ({ call, params }) => postPage(call, params.slug), {
      open: true,
      params: BySlug,
    })
    .get(BLOG_PREVIEW, ({ call, params }) => previewPage(call, params.token), {
      open: { rate: createRateLimit(RATE_LIMITS.previews) },
      params: ByToken,
    })
}

const pageNumber = (text: string | null): number | null =>
  text === null ? 1 : /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null

const countPages = (total: number) => Math.max(1, Math.ceil(total / POSTS_PER_PAGE))
