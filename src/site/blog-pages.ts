import * as z from 'zod/mini'
import { POSTS_PER_PAGE, tagPath } from '#domain/posts.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { Preloaded } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { AppError, notFound } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { encodedAnswer } from '#src/http/encoded.ts'
import { foundAt, movedTo } from '#src/http/moved-to.ts'
import type { Prepared } from '#src/http/prepared.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { findAround, NOTHING_AROUND } from '#src/posts/posts-around.ts'
import { findPreviewed } from '#src/posts/previews.ts'
import { currentSlug, type Publication } from '#src/posts/publication.ts'
import { type PostSearch, readFound } from '#src/posts/search-published.ts'
import { findPost, findPublished, findTag, listSummaries, type Tag } from '#src/posts/store.ts'
import { page } from '#src/route.ts'
import type { Visits } from '#src/statistics/visits.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { sitePages } from '#web/site-pages.ts'
import type { Documents } from './documents.ts'
import type { Shown } from './drawing-job.ts'
import { UNLISTED } from './pages.ts'
import type { Renderer } from './renderer.ts'
import { countIfSeen } from './seen.ts'

type Services = {
  publication: Publication
  documents: Documents
  prepared: Prepared
  /** Kept apart from `documents`: strangers can make up any number of searches. */
  searches: Documents
  search: PostSearch
  renderer: Renderer
  visits: Visits
}

type ShownPage = {
  /** Which page of the site it is, as the router has it. */
  route: string
  path: string
  search?: string
  /** Reads what it shows. Throws AppError not_found. */
  read: () => Promise<{ preloaded: Preloaded } | { shown: Shown }>
}

const BLOG = '/blog'
const BLOG_TAG = '/blog/tag/:tag'
const BLOG_POST = '/blog/:slug'
const BLOG_PREVIEW = '/blog/preview/:token'

const ByTag = z.object({ tag: z.string() })
const BySlug = z.object({ slug: z.string() })
const ByToken = z.object({ token: z.string() })

/** Whoever is shown a draft reads it a few times. */
const PREVIEW_RATE = { attempts: 60, seconds: 60 }

/** More than anyone types; each search may cost the database some milliseconds. */
const SEARCH_RATE = { attempts: 60, seconds: 60 }

/** For those who are shown a link: no trace of its address is left anywhere, and no other origin is let in. */
const PREVIEW_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy([THEME_SCRIPT]),
  'referrer-policy': 'no-referrer',
  ...UNLISTED,
}

/** The pages whose text is in the database: drawn once for each state of it, then served from memory. */
export function blogPages({ db, now }: Pick<Deps, 'db' | 'now'>, services: Services) {
  const { publication, documents, searches, search, prepared, renderer, visits } = services
  const searchRate = createRateLimit(SEARCH_RATE)

  async function listPage(call: Call, route: string, path: string, total: number, tag?: Tag) {
    const page = pageNumber(call.url.searchParams.get('page'))
    if (page === null || page > pageCount(total)) return missing(call, route)
    return shown(call, {
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
    await searchRate.take(networkOf(call.address))
    const page = pageNumber(call.url.searchParams.get('page'))
    const ids = await search(call.address, text)
    if (page === null || page > pageCount(ids.length)) return missing(call, BLOG)
    const query = new URLSearchParams({ search: text, ...(page === 1 ? {} : { page: String(page) }) })
    const location = `${BLOG}?${query}`
    const { version } = await publication.current()
    const body = await searches.get(call, version, location, async (origin) => {
      const posts = await readFound(db, ids.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE))
      const preloaded = { kind: 'posts', posts, total: ids.length, search: text } as const
      return renderer.render({ origin, location, source: sourceOf(BLOG), preloaded })
    })
    const response = encodedAnswer(call, body, { ...renderer.headers, ...UNLISTED })
    countIfSeen(visits, call, response, BLOG)
    return response
  }

  async function blogPage(call: Call): Promise<Response> {
    const text = call.url.searchParams.get('search')?.trim().slice(0, SEARCH_MAX).toWellFormed() ?? ''
    if (text !== '') return searchPage(call, text)
    return listPage(call, BLOG, BLOG, (await publication.current()).changes.size)
  }

  async function tagPage(call: Call, asked: string): Promise<Response> {
    const tag = findTag((await publication.current()).tags, asked)
    const path = tag && tagPath(tag.name)
    if (!tag || path === null) return missing(call, BLOG_TAG)
    if (tag.name !== asked) return movedTo(path + call.url.search)
    return listPage(call, BLOG_TAG, path, tag.count, tag)
  }

  async function postPage(call: Call, asked: string): Promise<Response> {
    const published = await publication.current()
    const slug = currentSlug(published, asked) ?? currentSlug(published, asked.toLowerCase())
    if (slug === null) return missing(call, BLOG_POST)
    const path = `${BLOG}/${slug}`
    if (slug !== asked) return movedTo(path + call.url.search)
    return shown(call, {
      route: BLOG_POST,
      path,
      read: async () => {
        const post = await findPublished(db, slug)
        if (!post) throw notFound('Blog post')
        return { shown: { kind: 'post', post, around: await findAround(db, post) } }
      },
    })
  }

  async function previewPage(call: Call, token: string): Promise<Response> {
    const id = await findPreviewed(db, token, now())
    if (id === null) return missing(call, BLOG_PREVIEW)
    const { status, updatedBy, ...post } = await findPost(db, id)
    if (status === 'published') return foundAt(`${BLOG}/${post.slug}`)
    const { version } = await publication.current()
    const key = JSON.stringify([BLOG_PREVIEW, post.id, post.updatedAt])
    // The token is a secret, and no part of what is drawn: one page serves all links to a post.
    const body = await documents.get(call, version, key, (origin) =>
      renderer.render({
        origin,
        location: BLOG_PREVIEW,
        source: sourceOf(BLOG_PREVIEW),
        shown: { kind: 'preview', post, around: NOTHING_AROUND },
      }),
    )
    return encodedAnswer(call, body, PREVIEW_HEADERS)
  }

  async function shown(call: Call, { route, path, search = '', read }: ShownPage): Promise<Response> {
    const location = path + search
    const { version } = await publication.current()
    try {
      const body = await documents.get(call, version, location, async (origin) =>
        renderer.render({ origin, location, source: sourceOf(route), ...(await read()) }),
      )
      prepared.keep(call, {
        body,
        headers: renderer.headers,
        location,
        isCurrent: () => publication.isCurrent(version),
        seen: (request, peer) => visits.documentSeen(request, peer, path),
      })
      const response = encodedAnswer(call, body, renderer.headers)
      countIfSeen(visits, call, response, path)
      return response
    } catch (error) {
      // It was there when the addresses were read, and has gone since.
      if (error instanceof AppError && error.code === 'not_found') return missing(call, route)
      throw error
    }
  }

  /** One page for all the addresses that `route` could have: what a stranger makes up is not worth any memory. */
  async function missing(call: Call, route: string): Promise<Response> {
    const { version } = await publication.current()
    const body = await documents.get(call, version, route, (origin) =>
      renderer.render({
        origin,
        location: route,
        source: sourceOf(route),
        preloaded: { kind: 'missing' },
      }),
    )
    return encodedAnswer(call, body, { ...renderer.headers, ...UNLISTED }, 404)
  }

  return [
    page(BLOG, ({ call }) => blogPage(call)),
    page(BLOG_TAG, ({ call, params }) => tagPage(call, params.tag), { params: ByTag }),
    page(BLOG_POST, ({ call, params }) => postPage(call, params.slug), { params: BySlug }),
    page(BLOG_PREVIEW, ({ call, params }) => previewPage(call, params.token), {
      params: ByToken,
      rate: createRateLimit(PREVIEW_RATE),
    }),
  ]
}

/** 1 where none is named; null for what is no page's number. */
const pageNumber = (text: string | null): number | null =>
  text === null ? 1 : /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null

/** Even an empty list has a page. */
const pageCount = (total: number) => Math.max(1, Math.ceil(total / POSTS_PER_PAGE))

function sourceOf(route: string): string {
  const page = sitePages.find(({ path }) => path === route)
  if (!page) throw new Error(`the router has no ${route}`)
  return page.source
}
