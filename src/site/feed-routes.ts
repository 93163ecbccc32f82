import { Elysia } from 'elysia'
import { ATOM_PATH, RSS_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { createVersionCache, type Documents } from '#src/http/documents.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { feedIdAt } from '#src/posts/feed-ids.ts'
import { listForFeeds } from '#src/posts/public-store.ts'
import type { Publication } from '#src/posts/publication.ts'
import { createBudget, spend } from '#src/posts/text/budget.ts'
import type { Access } from '#src/sessions/access.ts'
import { BLOG_DESCRIPTION } from '#web/site/blog/blog-description.ts'
import { atomXml, type Feed, type FeedPost, rssXml, urlOf } from './feeds.tsx'
import { FEED_POSTS_MAX } from './render-text.ts'

/** Feed readers download the whole feed each time. */
const CONTENT_MAX_BYTES = 1024 * 1024
/** Twice what such content usually becomes. */
const HTML_MAX_CHARACTERS = 3 * 1024 * 1024

const FEEDS: { path: string; type: string; write: (feed: Feed) => string }[] = [
  { path: RSS_PATH, type: 'application/rss+xml; charset=utf-8', write: rssXml },
  { path: ATOM_PATH, type: 'application/atom+xml; charset=utf-8', write: atomXml },
]

type Services = { publication: Publication; documents: Documents; responseCache: ResponseCache }

const HEADERS = { 'cache-control': 'no-cache' }

export function feedRoutes(
  { db, render, config: { siteName } }: Deps,
  { publication, documents, responseCache }: Services,
  access: Access,
) {
  /** Both feeds share them. */
  const rendered = createVersionCache<FeedPost[]>(1, () => 1)

  async function renderPosts(origin: string): Promise<FeedPost[]> {
    const found = await listForFeeds(db, { limit: FEED_POSTS_MAX, offset: 0, bytes: CONTENT_MAX_BYTES })
    const posts: FeedPost[] = []
    const { hostname } = new URL(origin)
    const budget = createBudget(HTML_MAX_CHARACTERS)
    for (const post of found) {
      const job = { kind: 'content', content: post.content, base: urlOf(origin, post) } as const
      const html = budget.left > 0 ? await render(job) : ''
      posts.push({
        ...post,
        feedId: feedIdAt(hostname, post),
        html: spend(budget, html.length) ? html : null,
      })
      await yieldToEventLoop()
    }
    return posts
  }

  const routes = new Elysia().use(access)
  for (const { path, type, write } of FEEDS) {
    routes.get(
      path,
      async ({ call }) => {
        const { version } = await publication.current()
        const body = await documents.get(call, version, path, async (origin) => {
          const posts = await rendered.get(version, origin, () => renderPosts(origin))
          const title = `${siteName} Blog`
          return { text: write({ origin, siteName, title, description: BLOG_DESCRIPTION, posts }), type }
        })
        const isCurrent = () => publication.isCurrent(version)
        return responseCache.respond(call, { body, headers: HEADERS, location: path, isCurrent })
      },
      { open: true },
    )
  }
  return routes
}
