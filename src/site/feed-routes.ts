import { ATOM_PATH, RSS_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { encodedAnswer } from '#src/http/encoded.ts'
import type { Prepared } from '#src/http/prepared.ts'
import { breathe } from '#src/lib/breathe.ts'
import type { Publication } from '#src/posts/publication.ts'
import { listPublished } from '#src/posts/store.ts'
import { page } from '#src/route.ts'
import { BLOG_DESCRIPTION } from '#web/site/blog/blog-words.ts'
import type { Documents } from './documents.ts'
import { atomXml, type Feed, type FeedPost, rssXml, urlOf } from './feeds.tsx'

const POSTS = 20
/** Of contents: whoever takes the feed takes all of it, each time. */
const CONTENT_BYTES = 1024 * 1024

const FEEDS: { path: string; type: string; write: (feed: Feed) => string }[] = [
  { path: RSS_PATH, type: 'application/rss+xml; charset=utf-8', write: rssXml },
  { path: ATOM_PATH, type: 'application/atom+xml; charset=utf-8', write: atomXml },
]

type Services = { publication: Publication; documents: Documents; prepared: Prepared }

const HEADERS = { 'cache-control': 'no-cache' }

/** The newest posts for feed readers. These ask often and mostly for nothing new, which costs them a few bytes. */
export function feedRoutes(
  { db, draw, config: { siteName } }: Deps,
  { publication, documents, prepared }: Services,
) {
  const routes = []
  for (const { path, type, write } of FEEDS) {
    routes.push(
      page(path, async ({ call }) => {
        const { version } = await publication.current()
        const body = await documents.get(call, version, path, async (origin) => {
          const found = await listPublished(db, { limit: POSTS, offset: 0, bytes: CONTENT_BYTES })
          const posts: FeedPost[] = []
          for (const post of found) {
            const job = { kind: 'content', content: post.content, base: urlOf(origin, post) } as const
            posts.push({ ...post, html: await draw(job) })
            await breathe()
          }
          const title = `${siteName} Blog`
          return { text: write({ origin, siteName, title, description: BLOG_DESCRIPTION, posts }), type }
        })
        const isCurrent = () => publication.isCurrent(version)
        prepared.keep(call, { body, headers: HEADERS, location: path, isCurrent })
        return encodedAnswer(call, body, HEADERS)
      }),
    )
  }
  return routes
}
