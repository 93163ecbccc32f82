import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { sourceOf } from '#domain/redirects.ts'
import { AppError, invalid } from '#src/errors.ts'
import { htmlToMarkdown, htmlToText } from './convert-html.ts'
import { fieldsIn } from './field-names.ts'
import { datedPaths } from './former-paths.ts'
import type { Notes } from './html-blocks.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { MEMBERS_ONLY, whyKeptBack } from './kept-back.ts'
import { openingPicture } from './opening-picture.ts'
import { emptyPost, type Found, type ParsedPost, type Place, unreadDate, type Waits } from './parsed-post.ts'
import { readableSlug } from './prepare-post.ts'
import { parseDate } from './read-date.ts'
import { SEO_FIELDS, seoFields } from './seo-fields.ts'
import { type Attachment, withoutShortcodes } from './shortcodes.ts'
import { expandBlocks, footnotesIn, type SharedBlock } from './wordpress-blocks.ts'

const text = z.catch(z.coerce.string(), '')
const optional = z._default(text, '')

const Item = z.object({
  title: optional,
  link: optional,
  pubDate: optional,
  'content:encoded': optional,
  'excerpt:encoded': optional,
  'wp:post_id': optional,
  'wp:post_parent': optional,
  'wp:post_name': optional,
  'wp:post_type': z._default(text, 'post'),
  'wp:status': optional,
  'wp:post_password': optional,
  'wp:post_date': optional,
  'wp:post_date_gmt': optional,
  'wp:post_modified': optional,
  'wp:post_modified_gmt': optional,
  'wp:attachment_url': optional,
  category: z._default(
    z.array(
      z.catch(
        z.union([
          z.object({ '#text': optional, '@domain': optional }),
          z.pipe(
            text,
            z.transform((name) => ({ '#text': name, '@domain': '' })),
          ),
        ]),
        { '#text': '', '@domain': '' },
      ),
    ),
    [],
  ),
  'wp:comment': z.catch(z._default(z.array(z.object({ 'wp:comment_approved': optional })), []), []),
  'wp:postmeta': z.catch(
    z._default(z.array(z.object({ 'wp:meta_key': optional, 'wp:meta_value': optional })), []),
    [],
  ),
})
type Item = z.infer<typeof Item>

const Export = z.object({
  rss: z.object({
    channel: z.object({
      title: text,
      description: text,
      link: text,
      item: z._default(z.array(z.unknown()), []),
    }),
  }),
})

const LISTS = new Set(['item', 'category', 'wp:postmeta', 'wp:comment'])

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

/** Reads WXR. Throws AppError invalid for other XML. */
export function readWordPressExport(xml: string, { now, images = NO_IMAGES }: Place): Found[] {
  // Exports define no entities; those in other files may expand without end.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw invalid('WordPress exports have no DOCTYPE or entities')
  const validity = XMLValidator.validate(xml)
  if (validity !== true) {
    const { line, col } = validity.err
    throw invalid(`This is not well-formed XML: line ${line}, column ${col}`)
  }
  const { data } = Export.safeParse(parser.parse(xml))
  if (!data) throw invalid('This is not a WordPress export')
  const items = data.rss.channel.item.map((item) => Item.safeParse(item).data ?? null)
  const known = items.filter((item) => item !== null)
  const files = known.filter((item) => item['wp:attachment_url'] !== '')
  const attachments = new Map(files.map((item) => [item['wp:post_id'], attachmentOf(item)]))
  const shared = new Map(
    known
      .filter((item) => item['wp:post_type'] === 'wp_block')
      .map((item) => [item['wp:post_id'], sharedBlock(item)]),
  )
  const { title, description, link } = data.rss.channel
  const url = link.replace(/\/$/, '')
  const addresses = addressesOf(known, url)
  const site = { url, title: htmlToText(title), tagline: htmlToText(description) }
  const uploads = Map.groupBy(files, (item) => item['wp:post_parent'])
  return items.map((item, index) => {
    if (!item) return { kind: 'unreadable', name: `item ${index + 1}`, reason: 'The item is invalid' }
    const own = (uploads.get(item['wp:post_id']) ?? []).map((file) => file['wp:post_id'])
    return foundOf(item, { attachments, own, shared, site, images, addresses, now })
  })
}

/** WordPress redirects from all of these, except those with dates, by itself. */
function formerAddresses(item: Item, site: string): string[] {
  const { link, 'wp:post_id': id, 'wp:post_name': slug, 'wp:post_date': date } = item
  const at = link.lastIndexOf(`/${slug}`)
  const oldSlugs = item['wp:postmeta'].filter((meta) => at > 0 && meta['wp:meta_key'] === '_wp_old_slug')
  return [
    link,
    id && `${site}/?p=${id}`,
    ...(slug !== '' && /^[1-9]\d{3}-/.test(date)
      ? datedPaths(date.slice(0, 10), slug).map((path) => site + path)
      : []),
    ...oldSlugs.map(
      ({ 'wp:meta_value': old }) => link.slice(0, at + 1) + old + link.slice(at + 1 + slug.length),
    ),
  ].filter(Boolean)
}

/** New paths by the former addresses of posts. */
function addressesOf(items: Item[], site: string): ReadonlyMap<string, string> {
  const posts = items.filter((item) => item['wp:post_type'] === 'post' && item['wp:post_name'] !== '')
  return new Map(
    posts.flatMap((item) =>
      formerAddresses(item, site).map((url): [string, string] => [
        plainAddress(url),
        `/blog/${readableSlug(item['wp:post_name'])}`,
      ]),
    ),
  )
}

/** Without scheme and www, in one spelling. */
function plainAddress(address: string): string {
  const url = URL.parse(address)
  return url ? url.host.replace(/^www\./, '') + sourceOf(url.pathname + url.search) : ''
}

/**
 * `base` is the post's own address: links may lack a host or begin with '../'. What isn't a post stays at the source, but
 * pictures need the address that their small version has.
 */
const withLinks = (html: string, addresses: ReadonlyMap<string, string>, base: string) =>
  html.replace(/(?<=\shref=["'])[^"'<>\s#]{1,2000}(?=["'#])/g, (link) => {
    const url = URL.parse(link.replaceAll('&amp;', '&'), base)
    if (!url) return link
    const isWhole = URL.canParse(link) || /^\/\/|\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(link)
    return addresses.get(plainAddress(url.href)) ?? (isWhole ? link : url.href.replaceAll('&', '&amp;'))
  })

const attachmentOf = (item: Item): Attachment => ({
  url: item['wp:attachment_url'],
  title: htmlToText(item.title),
})

const sharedBlock = (item: Item): SharedBlock => ({
  html: item['content:encoded'],
  reason:
    item['wp:post_password'] !== ''
      ? 'it was password-protected'
      : ['publish', ''].includes(item['wp:status'])
        ? null
        : `its status is ${item['wp:status']}`,
})

type Library = {
  shared: ReadonlyMap<string, SharedBlock>
  site: { url: string; title: string; tagline: string }
  attachments: ReadonlyMap<string, Attachment>
  own: string[]
  images: ImageSource
  addresses: ReadonlyMap<string, string>
  now: Date
}

function foundOf(item: Item, library: Library): Found {
  const type = item['wp:post_type']
  const status = item['wp:status']
  const name = item.title || item['wp:post_name'] || item['wp:attachment_url'] || type
  if (type !== 'post') return { kind: 'other', name, reason: `Its post type is ${type}` }
  if (['trash', 'auto-draft', 'inherit'].includes(status))
    return { kind: 'other', name, reason: `Its status is ${status}` }
  try {
    return { kind: 'post', post: postOf(item, library) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'unreadable', name, reason: error.message }
  }
}

function postOf(item: Item, library: Library): ParsedPost {
  const notes: Notes = new Set()
  const waits: Waits = new Map()
  const meta = new Map(item['wp:postmeta'].map((one) => [one['wp:meta_key'], one['wp:meta_value']]))
  const at = momentIn(item['wp:post_date_gmt'], item.pubDate, item['wp:post_date'])
  const isPublic = item['wp:status'] === 'publish'
  const unread = isPublic ? unreadDate('post_date', item['wp:post_date_gmt'] || item['wp:post_date'], at) : []
  const thumbnail = library.attachments.get(meta.get('_thumbnail_id') ?? '')
  const opening = openingPicture({ url: thumbnail?.url ?? '', alt: '', caption: '' }, library.images, notes)
  const expanded = expandBlocks(item['content:encoded'], library.shared, notes)
  const html = withLinks(
    withoutShortcodes(expanded.html, { ...library, notes }),
    library.addresses,
    item.link || library.site.url,
  )
  const footnotes = footnotesIn(meta.get('footnotes') ?? '', notes)
  const labels = new Map(footnotes.map(({ id }, index) => [id, String(index + 1)]))
  const used = new Set<string>()
  // In the older editor, line ends are breaks.
  const breaksLines = !html.includes('<!-- wp:')
  const text = htmlToMarkdown(opening + html, notes, {
    breaksLines,
    images: library.images,
    footnotes: { labels, used },
  })
  const content = [text, ...footnoteLines(footnotes, used, notes)].filter(Boolean).join('\n\n')
  const title = htmlToText(item.title)
  const excerpt = htmlToText(item['excerpt:encoded'])
  const about = { title, excerpt, content, custom: meta, now: library.now }
  noteCustomFields(meta, notes)
  const comments = item['wp:comment'].filter(
    (one) => !/^(?:spam|trash)$/.test(one['wp:comment_approved']),
  ).length
  if (comments > 0) notes.add(comments === 1 ? '1 comment left out' : `${comments} comments left out`)
  const seo = seoFields(
    {
      ...about,
      siteTitle: library.site.title,
      tagline: library.site.tagline,
      categories: namesIn(item, 'category'),
      tags: namesIn(item, 'post_tag'),
    },
    notes,
  )
  return {
    ...emptyPost,
    title,
    slug: item['wp:post_name'],
    excerpt,
    content,
    tags: tagsOf(item, notes),
    ...seo,
    // The former address of an imported post isn't elsewhere.
    canonicalUrl: library.addresses.get(plainAddress(seo.canonicalUrl)) ?? seo.canonicalUrl,
    formerPaths: formerAddresses(item, library.site.url),
    keptBack: [
      ...whyKeptBack(
        fieldsIn({
          status: item['wp:status'],
          password: item['wp:post_password'],
          ...Object.fromEntries(meta),
        }),
        library.now,
        waits,
      ),
      ...unread.map(() => "its date can't be read"),
      ...(expanded.isHidden ? ['a block of it was hidden'] : []),
      ...(isGated(expanded.html) ? [MEMBERS_ONLY] : []),
    ],
    ...(waits.size > 0 ? { waits } : {}),
    createdAt: at,
    publishedAt: isPublic || item['wp:status'] === 'future' ? at : null,
    updatedAt: momentIn(item['wp:post_modified_gmt'], item['wp:post_modified']),
    notes: [...notes, ...unread],
  }
}

const words = (list: string) => new Set(list.split(' '))

/** In the names of blocks and shortcodes of Jetpack and of membership plugins. */
const GATED_BLOCK = /<!-- wp:[\w/-]*(?:premium-content|paywall|membership|members-only|restrict|protect)/
const GATED = words(
  'restrict restricted member members membership private protect protected protector paywall premium subscriber subscribers patron patrons logged loggedin locker passster',
)
const UNGATED = words('not non out team visitor guest')
const SHORTCODE_END = /\[\/([a-z][\w-]*)\]/gi

const isGated = (html: string): boolean =>
  GATED_BLOCK.test(html) ||
  Array.from(html.matchAll(SHORTCODE_END), ([, name = '']) =>
    words(name.toLowerCase().replace(/[-_]/g, ' ')),
  ).some((name) => !name.isDisjointFrom(GATED) && name.isDisjointFrom(UNGATED))

function footnoteLines(
  footnotes: { id: string; content: string }[],
  used: ReadonlySet<string>,
  notes: Notes,
): string[] {
  return footnotes.flatMap(({ id, content }, index) => {
    const text = htmlToMarkdown(content.replace(/\n|<br ?\/?>/g, ' '), notes)
    if (used.has(id)) return [`[^${index + 1}]: ${text}`]
    notes.add(`Footnote left out, because nothing refers to it: ${text}`)
    return []
  })
}

/** Internal fields hold settings of WordPress and its plugins, unless they hold a sentence. */
function noteCustomFields(meta: ReadonlyMap<string, string>, notes: Notes): void {
  for (const [key, value] of meta) {
    const isText = key.startsWith('_') ? /\p{L}\s+\p{L}/u.test(value) : /\p{L}/u.test(value)
    if (isText && !SEO_FIELDS.has(key) && key !== 'footnotes' && !INTERNAL_FIELD.test(key))
      notes.add(`Custom field left out: ${key}: ${value}`)
  }
}

const INTERNAL_FIELD = /^_(?:oembed|edit|wp|menu|pingme|encloseme|thumbnail)_|password/

const namesIn = ({ category }: Item, domain: string) =>
  category
    .filter((one) => one['@domain'] === domain)
    .map((one) => htmlToText(one['#text']))
    .filter((name) => name !== 'Uncategorized')

/** WordPress writes zeros for unknown dates. */
const momentIn = (...texts: string[]): string | null =>
  texts
    .filter((one) => !one.startsWith('0000'))
    .map(parseDate)
    .find(Boolean) ?? null

/** 'tag' and '' are from exports older than 1.1. */
const TAG_DOMAINS = new Set(['category', 'post_tag', 'tag', ''])

function tagsOf({ category }: Item, notes: Notes): string[] {
  const others = category.filter((one) => !TAG_DOMAINS.has(one['@domain']))
  for (const one of others) notes.add(`Left out: ${one['@domain']}: ${htmlToText(one['#text'])}`)
  return category
    .filter((one) => TAG_DOMAINS.has(one['@domain']))
    .map((one) => htmlToText(one['#text']))
    .filter((name) => name !== 'Uncategorized')
}
