import type { PublicPost } from '#domain/posts.ts'
import { ATOM_PATH, RSS_PATH } from '#domain/site.ts'
import { excerptOf } from '#src/posts/text/excerpt.ts'

export type Feed = {
  /** The site's public origin, such as https://example.com. */
  origin: string
  siteName: string
  title: string
  description: string
  /** Newest first. */
  posts: FeedPost[]
}

/** A post with its content as HTML. */
export type FeedPost = PublicPost & { html: string }

/** RSS 2.0 with full texts, by https://www.rssboard.org/rss-specification. */
export function rssXml({ origin, title, description, posts }: Feed): string {
  const items = posts.map((post) => {
    const url = urlOf(origin, post)
    return element('item', [
      text('title', post.title),
      text('link', url),
      text('guid', permanentId(origin, post), 'isPermaLink="false"'),
      text('pubDate', new Date(firstShown(post)).toUTCString()),
      // These two are HTML, written as text.
      text('description', Bun.escapeHTML(excerptOf(post))),
      text('content:encoded', post.html),
      ...post.tags.map((tag) => text('category', tag)),
    ])
  })
  const channel = element('channel', [
    text('title', title),
    text('link', `${origin}/blog`),
    text('description', description),
    text('language', 'en'),
    `<atom:link href="${xmlSafe(origin + RSS_PATH)}" rel="self" type="application/rss+xml"/>`,
    ...(posts.length > 0 ? [text('lastBuildDate', new Date(lastChange(posts)).toUTCString())] : []),
    ...items,
  ])
  const namespaces = `xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="${ATOM}"`
  return document(element('rss', [channel], `version="2.0" ${namespaces}`))
}

/** Atom with full texts, by RFC 4287. */
export function atomXml({ origin, siteName, title, description, posts }: Feed): string {
  const entries = posts.map((post) => {
    const url = urlOf(origin, post)
    return element('entry', [
      text('title', post.title),
      text('id', permanentId(origin, post)),
      `<link rel="alternate" type="text/html" href="${xmlSafe(url)}"/>`,
      text('published', firstShown(post)),
      text('updated', post.updatedAt),
      text('summary', excerptOf(post)),
      text('content', post.html, 'type="html"'),
      ...post.tags.map((tag) => `<category term="${xmlSafe(tag)}"/>`),
    ])
  })
  return document(
    element(
      'feed',
      [
        text('title', title),
        text('subtitle', description),
        text('id', `${origin}/blog`),
        `<link rel="alternate" type="text/html" href="${xmlSafe(`${origin}/blog`)}"/>`,
        `<link rel="self" type="application/atom+xml" href="${xmlSafe(origin + ATOM_PATH)}"/>`,
        text('updated', lastChange(posts)),
        element('author', [text('name', siteName)]),
        ...entries,
      ],
      `xmlns="${ATOM}" xml:lang="en"`,
    ),
  )
}

const ATOM = 'http://www.w3.org/2005/Atom'

const document = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`

const element = (name: string, children: string[], attributes = '') =>
  `<${name}${attributes && ` ${attributes}`}>\n${children.join('\n')}\n</${name}>`

const text = (name: string, content: string, attributes = '') =>
  `<${name}${attributes && ` ${attributes}`}>${xmlSafe(content)}</${name}>`

/** XML has no way at all to write these characters, not even as references. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const xmlSafe = (content: string) => Bun.escapeHTML(content.replace(NOT_XML, ''))

export const urlOf = (origin: string, { slug }: PublicPost) => `${origin}/blog/${slug}`

/** Stays when the address changes, or readers would show the post once more: a tag URI by RFC 4151. */
const permanentId = (origin: string, post: PublicPost) =>
  `tag:${new URL(origin).hostname},${firstShown(post).slice(0, 10)}:post-${post.id}`

const firstShown = ({ publishedAt, createdAt }: PublicPost) => publishedAt ?? createdAt

/** A feed without posts has not changed since time began. */
const lastChange = (posts: PublicPost[]) =>
  posts
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1) ?? new Date(0).toISOString()
