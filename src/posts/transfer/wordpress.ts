import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod'
import type { PostStatus } from '#domain/posts.ts'
import { AppError, invalid } from '#src/errors.ts'
import { emptyPost, type Found, type FoundPost, unreadDate } from './found-post.ts'
import { htmlLines, htmlWords } from './html.ts'
import type { Notes } from './html-blocks.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { momentOf } from './moments.ts'
import { openingPicture } from './opening-picture.ts'
import { type Attachment, withoutShortcodes } from './shortcodes.ts'

const text = z.coerce.string().catch('')

const Item = z.object({
  title: text.default(''),
  pubDate: text.default(''),
  'content:encoded': text.default(''),
  'excerpt:encoded': text.default(''),
  'wp:post_id': text.default(''),
  'wp:post_parent': text.default(''),
  'wp:post_name': text.default(''),
  'wp:post_type': text.default('post'),
  'wp:status': text.default(''),
  'wp:post_password': text.default(''),
  'wp:post_date': text.default(''),
  'wp:post_date_gmt': text.default(''),
  'wp:post_modified': text.default(''),
  'wp:post_modified_gmt': text.default(''),
  'wp:attachment_url': text.default(''),
  category: z
    .array(
      z
        .object({ '#text': text.default(''), '@domain': text.default('') })
        .or(text.transform((name) => ({ '#text': name, '@domain': '' })))
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
  rss: z.object({ channel: z.object({ item: z.array(z.unknown()).default([]) }) }),
})

const LISTS = new Set(['item', 'category', 'wp:postmeta'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  alwaysCreateTextNode: false,
  jPath: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => LISTS.has(name),
})

/** What a WordPress export (WXR) holds. Throws AppError invalid for any other XML. */
export function readWordPressExport(xml: string, _path = '', images: ImageSource = NO_IMAGES): Found[] {
  // An export declares no entities of its own; a file that does wants to be larger in memory than on the disk.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw invalid('An export has no document type')
  if (XMLValidator.validate(xml) !== true) throw invalid('This is not XML')
  const { data } = Export.safeParse(parser.parse(xml))
  if (!data) throw invalid('This is not a WordPress export')
  const items = data.rss.channel.item.map((item) => Item.safeParse(item).data ?? null)
  const known = items.filter((item) => item !== null)
  const files = known.filter((item) => item['wp:attachment_url'] !== '')
  const attachments = new Map(files.map((item) => [item['wp:post_id'], attachmentOf(item)]))
  const uploads = Map.groupBy(files, (item) => item['wp:post_parent'])
  return items.map((item, index) => {
    if (!item) return { kind: 'unreadable', name: `item ${index + 1}`, reason: 'Its form can\u2019t be read' }
    const own = (uploads.get(item['wp:post_id']) ?? []).map((file) => file['wp:post_id'])
    return foundOf(item, { attachments, own, images })
  })
}

const attachmentOf = (item: Item): Attachment => ({
  url: item['wp:attachment_url'],
  title: htmlWords(item.title),
})

type Library = { attachments: ReadonlyMap<string, Attachment>; own: string[]; images: ImageSource }

function foundOf(item: Item, library: Library): Found {
  const type = item['wp:post_type']
  const status = item['wp:status']
  const name = item.title || item['wp:post_name'] || item['wp:attachment_url'] || type
  if (type !== 'post') return { kind: 'other', name, reason: `This is of the type ${type}` }
  if (['trash', 'auto-draft', 'inherit'].includes(status))
    return { kind: 'other', name, reason: `Its status is ${status}` }
  try {
    return { kind: 'post', post: postOf(item, library) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'unreadable', name, reason: error.message }
  }
}

function postOf(item: Item, library: Library): FoundPost {
  const notes: Notes = new Set()
  const meta = new Map(item['wp:postmeta'].map((one) => [one['wp:meta_key'], one['wp:meta_value']]))
  const at = momentIn(item['wp:post_date_gmt'], item['wp:post_date'], item.pubDate)
  const wasPublished = item['wp:status'] === 'publish'
  // What only those with a password may read there must not become public here by itself.
  const status: PostStatus = wasPublished && item['wp:post_password'] === '' ? 'published' : 'draft'
  if (wasPublished && status === 'draft') notes.add('A draft here: behind a password there')
  const thumbnail = library.attachments.get(meta.get('_thumbnail_id') ?? '')
  const opening = openingPicture({ url: thumbnail?.url ?? '', alt: '', caption: '' }, library.images, notes)
  const content = withoutShortcodes(item['content:encoded'], { ...library, notes })
  const unread = wasPublished ? unreadDate('post_date', item['wp:post_date_gmt'], at) : []
  return {
    ...emptyPost,
    title: htmlWords(item.title),
    slug: item['wp:post_name'],
    excerpt: htmlWords(item['excerpt:encoded']),
    // The older editor keeps line ends for breaks; the block editor marks its blocks, and WordPress shows them as they are.
    content: htmlLines(opening + content, notes, {
      breaksLines: !content.includes('<!-- wp:'),
      images: library.images,
    }),
    tags: tagsOf(item, notes),
    metaTitle: meta.get('_yoast_wpseo_title') ?? '',
    metaDescription: meta.get('_yoast_wpseo_metadesc') ?? '',
    status,
    createdAt: at,
    publishedAt: wasPublished ? at : null,
    updatedAt: momentIn(item['wp:post_modified_gmt'], item['wp:post_modified']),
    notes: [...notes, ...unread],
  }
}

/** WordPress writes zeros for what it does not know. */
const momentIn = (...texts: string[]): string | null =>
  texts
    .filter((one) => !one.startsWith('0000'))
    .map(momentOf)
    .find(Boolean) ?? null

/** Where WordPress keeps what are tags here; the empty one and `tag` are from exports before 1.1. */
const TAG_DOMAINS = new Set(['category', 'post_tag', 'tag', ''])

function tagsOf({ category }: Item, notes: Notes): string[] {
  const others = category.filter((one) => !TAG_DOMAINS.has(one['@domain']))
  for (const one of others) notes.add(`Left out: ${one['@domain']}: ${htmlWords(one['#text'])}`)
  return category
    .filter((one) => TAG_DOMAINS.has(one['@domain']))
    .map((one) => htmlWords(one['#text']))
    .filter((name) => name !== 'Uncategorized')
}
