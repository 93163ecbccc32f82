import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod'
import type { PostStatus } from '#domain/posts.ts'
import { invalid } from '#src/errors.ts'
import { emptyPost, type FoundPost, momentOf } from './found-post.ts'
import { htmlLines, htmlWords } from './html.ts'

const text = z.coerce.string().catch('')

const Item = z.object({
  title: text.default(''),
  'content:encoded': text.default(''),
  'excerpt:encoded': text.default(''),
  'wp:post_name': text.default(''),
  'wp:post_type': text.default('post'),
  'wp:status': text.default(''),
  'wp:post_password': text.default(''),
  'wp:post_date_gmt': text.default(''),
  category: z
    .array(
      z
        .object({ '#text': text.default(''), '@domain': text.default('') })
        .catch({ '#text': '', '@domain': '' }),
    )
    .default([]),
  'wp:postmeta': z
    .array(z.object({ 'wp:meta_key': text.default(''), 'wp:meta_value': text.default('') }))
    .default([])
    .catch([]),
})
type Item = z.infer<typeof Item>

const Export = z.object({
  rss: z.object({ channel: z.object({ item: z.array(Item).default([]) }) }),
})

const LISTS = new Set(['item', 'category', 'wp:postmeta'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  alwaysCreateTextNode: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => LISTS.has(name),
})

/**
 * The posts of a WordPress export (WXR), without pages, attachments and what is in the trash.
 * Throws AppError invalid for any other XML.
 */
export function readWordPressExport(xml: string): FoundPost[] {
  // An export declares no entities of its own; a file that does wants to be larger in memory than on the disk.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw invalid('An export has no document type')
  if (XMLValidator.validate(xml) !== true) throw invalid('This is not XML')
  const { data } = Export.safeParse(parser.parse(xml))
  if (!data) throw invalid('This is not a WordPress export')
  return data.rss.channel.item.filter(isPost).map(postOf)
}

const isPost = (item: Item) =>
  item['wp:post_type'] === 'post' && !['trash', 'auto-draft', 'inherit'].includes(item['wp:status'])

function postOf(item: Item): FoundPost {
  const meta = new Map(item['wp:postmeta'].map((one) => [one['wp:meta_key'], one['wp:meta_value']]))
  const at = momentOf(`${item['wp:post_date_gmt'].replace(' ', 'T')}Z`)
  const wasPublished = item['wp:status'] === 'publish'
  // What only those with a password may read there must not become public here by itself.
  const status: PostStatus = wasPublished && item['wp:post_password'] === '' ? 'published' : 'draft'
  return {
    ...emptyPost,
    title: htmlWords(item.title),
    slug: item['wp:post_name'],
    excerpt: htmlWords(item['excerpt:encoded']),
    content: htmlLines(withParagraphs(withoutShortcodes(item['content:encoded']))),
    tags: item.category
      .map((category) => htmlWords(category['#text']))
      .filter((name) => name !== 'Uncategorized'),
    metaTitle: meta.get('_yoast_wpseo_title') ?? '',
    metaDescription: meta.get('_yoast_wpseo_metadesc') ?? '',
    status,
    createdAt: at,
    publishedAt: wasPublished ? at : null,
  }
}

/** The older editor kept blank lines for paragraphs, and WordPress makes the elements when it shows them. */
function withParagraphs(html: string): string {
  if (/<p[\s>]/i.test(html)) return html
  return html
    .split(/\n\s*\n/)
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.trim().replaceAll('\n', '<br>')}</p>`))
    .join('\n')
}

const BLOCK = /^\s*<(?:!--|h[1-6]|[uo]l|table|blockquote|pre|figure|div|hr|section)\b/i

/** What a plugin would have put there is not in the export. */
const withoutShortcodes = (html: string) =>
  html.replace(/\[\/?(?:caption|gallery|embed|audio|video|playlist)(?:\s[^[\]]*)?\]/g, '')
