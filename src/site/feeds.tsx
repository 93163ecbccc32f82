import type { PublicPost } from '#domain/posts.ts'
import { ATOM_PATH, RSS_PATH } from '#domain/site.ts'
import { excerptOf } from '#src/posts/text/excerpt.ts'

export type Feed = {
  origin: string
  siteName: string
  title: string
  description: string
  posts: FeedPost[]
}

/** `html` is null for posts that don't fit into the feed: they have their excerpt only. */
export type FeedPost = PublicPost & { feedId: string; html: string | null }

/** See https://www.rssboard.org/rss-specification. Includes content. */
export function rssXml({ origin, title, description, posts }: Feed): string {
  const items = posts.map((post) => {
    const url = urlOf(origin, post)
    return element('item', [
      text('title', post.title),
      text('link', url),
      ...canonicalLink(post, 'atom:link'),
      text('guid', post.feedId, 'isPermaLink="false"'),
      text('pubDate', new Date(publicationTime(post)).toUTCString()),
      // The element contains HTML, which is escaped as text.
      text('description', Bun.escapeHTML(excerptOf(post))),
      ...(post.html === null ? [] : [text('content:encoded', post.html)]),
      ...post.tags.map((tag) => text('category', tag)),
    ])
  })
  const channel = element('channel', [
    text('title', title),
    text('link', `${origin}/blog`),
    text('description', description),
    text('language', 'en'),
    `<atom:link href="${escapeXml(origin + RSS_PATH)}" rel="self" type="application/rss+xml"/>`,
    ...(posts.length > 0 ? [text('lastBuildDate', new Date(lastChangeOf(posts)).toUTCString())] : []),
    ...items,
  ])
  const namespaces = `xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="${ATOM}"`
  return document(element('rss', [channel], `version="2.0" ${namespaces}`))
}

/** See RFC 4287. Includes content. */
export function atomXml({ origin, siteName, title, description, posts }: Feed): string {
  const entries = posts.map((post) => {
    const url = urlOf(origin, post)
    return element('entry', [
      text('title', post.title),
      text('id', post.feedId),
      `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
      ...canonicalLink(post, 'link'),
      text('published', publicationTime(post)),
      text('updated', post.updatedAt),
      text('summary', excerptOf(post)),
      ...(post.html === null ? [] : [text('content', post.html, 'type="html"')]),
      ...post.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    ])
  })
  return document(
    element(
      'feed',
      [
        text('title', title),
        text('subtitle', description),
        text('id', `${origin}/blog`),
        `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/blog`)}"/>`,
        `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + ATOM_PATH)}"/>`,
        text('updated', lastChangeOf(posts)),
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
  `<${name}${attributes && ` ${attributes}`}>${escapeXml(content)}</${name}>`

/** Characters that XML can't represent, not even as references. */
const INVALID_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escapeXml = (content: string) => Bun.escapeHTML(content.replace(INVALID_XML, ''))

/** See RFC 6596. */
const canonicalLink = ({ canonicalUrl }: PublicPost, name: string) =>
  canonicalUrl === '' ? [] : [`<${name} rel="canonical" href="${escapeXml(canonicalUrl)}"/>`]

export const urlOf = (origin: string, { slug }: PublicPost) => `${origin}/blog/${slug}`

const publicationTime = ({ publishedAt, createdAt }: PublicPost) => publishedAt ?? createdAt

const lastChangeOf = (posts: PublicPost[]) =>
  posts
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1) ?? new Date(0).toISOString()
