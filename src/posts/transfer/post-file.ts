import { imagePathsIn } from '#domain/images.ts'
import { POST_STATUSES, type Post, splitTags } from '#domain/posts.ts'
import { AppError } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { isFeedId } from '#src/posts/feed-ids.ts'
import { htmlToMarkdown } from './convert-html.ts'
import { datesIn, isDateField } from './date-fields.ts'
import { type Field, fieldsIn } from './field-names.ts'
import { languageOfPath, parseFileName, titleOfName } from './file-name.ts'
import { formerPathsOf, isFormerPath } from './former-paths.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'
import type { Notes } from './html-blocks.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { decidesPublicity, whyKeptBack, whyKeptByName } from './kept-back.ts'
import { openingPicture } from './opening-picture.ts'
import { emptyPost, type Found, type ParsedPost, type Place, type Waits } from './parsed-post.ts'
import { parseDate } from './read-date.ts'
import { markdownPost } from './read-markdown.ts'
import { withoutSourceSyntax } from './source-syntax.ts'

/** Marks our own exports, whose text is imported verbatim. */
const OWN_FORMAT = 'passwright'

const OWN_BEGINNING = `---\nformat: ${OWN_FORMAT}\n`

export const isOwnFile = (text: string) => text.startsWith(OWN_BEGINNING)

export function writePostFile({
  id: _,
  updatedBy: __,
  content,
  feedId = null,
  publishAt,
  ...post
}: Post & { feedId?: string | null }): string {
  const known = {
    format: OWN_FORMAT,
    ...post,
    ...(feedId === null ? {} : { feedId }),
    ...(publishAt === null ? {} : { publishAt }),
  }
  return `---\n${Bun.YAML.stringify(known, null, 2)}\n---\n${content}\n`
}

/** Field names of other programs; the first one present wins. */
const NAMES = {
  title: ['title'],
  slug: ['slug'],
  excerpt: ['excerpt', 'description', 'summary'],
  metaTitle: ['metaTitle', 'meta_title'],
  metaDescription: ['metaDescription', 'meta_description'],
} as const

const CANONICAL = /^(?:seo|rel|link)?canonical(?:url|uri|link|href|address)?$/

/** In the names of pages of Notion, which have their properties below the title. */
const NOTION_ID = / [0-9a-f]{32}(?=\.\w+$)/

/** Takes a missing slug and date from the path. Throws AppError invalid for malformed front matter. */
export function readPostFile(
  text: string,
  { path, now, images = NO_IMAGES, inherited = [], isTranslated = false }: Place,
): ParsedPost {
  const { known, body } = splitFrontMatter(
    NOTION_ID.test(path) ? text.replace(/^# ([^\n]+)\n\n(?=[A-Z][\w ]*: )/, 'title: $1\n') : text,
  )
  const isOwn = known.format === OWN_FORMAT
  const fields = fieldsIn(known)
  const { name, slug, day, isJekyll } = parseFileName(path.replace(NOTION_ID, ''))
  const notes: Notes = new Set()
  const fieldText = (name: keyof typeof NAMES) =>
    NAMES[name].map((key) => textOf(known[key])).find(Boolean) ?? ''
  const waits: Waits = new Map()
  const { keptBack, ...dates } = datesIn(fields, isOwn ? null : day, now, notes, waits)
  const isGuessed = !isOwn && day !== '' && !isJekyll && dates.publishedAt === parseDate(day)
  if (isGuessed) notes.add(`Date taken from the path: ${day}`)
  const { language } = languageOfPath(path)
  const status = isOwn ? (POST_STATUSES.find((one) => one === known.status) ?? null) : null
  const others = status === null ? fields : fields.filter(({ path }) => path !== 'status')
  const given = isOwn ? [] : inherited.filter(({ name }) => !fields.some((field) => field.name === name))
  const isDated = day !== '' || (dates.publishedAt !== null && known.layout === undefined)

  const post: ParsedPost = {
    ...emptyPost,
    ...dates,
    title: fieldText('title'),
    slug: fieldText('slug') || (isTranslated ? withLanguage(slug, language) : slug),
    ...(language === '' ? {} : { language }),
    excerpt: fieldText('excerpt'),
    tags: tagsOf(known, isJekyll),
    metaTitle: fieldText('metaTitle'),
    metaDescription: fieldText('metaDescription'),
    canonicalUrl: textOf(fields.find(isCanonical)?.value),
    formerPaths: isOwn
      ? []
      : formerPathsOf(fields, {
          path,
          slug,
          day,
          publishedAt: dates.publishedAt,
          language: isTranslated || /\/index\.[\w-]+\.\w+$/.test(path) ? language : '',
        }),
    status,
    keptBack: [
      ...whyKeptBack([...others, ...given], now, waits),
      ...(isOwn ? [] : whyKeptByName(path, isDated)),
      ...keptBack,
    ],
    ...(waits.size > 0 ? { waits } : {}),
  }
  if (isOwn) {
    noteMissing(body, images, notes)
    const feedId = textOf(known.feedId)
    return {
      ...post,
      content: body.replace(/\n$/, ''),
      notes: [...notes],
      ...(isFeedId(feedId) ? { feedId } : {}),
    }
  }
  const picture = pictureIn(fields)
  for (const note of unusedParts(known, fields, post, picture.field)) notes.add(note)
  const linesAbove = text.split('\n').length - body.split('\n').length
  const source = withoutSourceSyntax(body, notes, linesAbove + 1)
  const opening = source.markdown.includes(picture.url) ? '' : openingPicture(picture, images, notes)
  const { title, content } = /\.html?$/i.test(path)
    ? { title: post.title, content: htmlToMarkdown(opening + source.markdown, notes, { images }) }
    : markdownPost(source.markdown, post.title, notes, images, opening)
  const isUntitled = title === '' && content.trim() !== '' && name !== ''
  if (isUntitled) notes.add(`Title taken from the file name: ${titleOfName(name)}`)
  return {
    ...post,
    title: isUntitled ? titleOfName(name) : title,
    content,
    keptBack: [...post.keptBack, ...source.keptBack],
    notes: [...notes],
  }
}

const withLanguage = (slug: string, language: string) =>
  language === '' || slug === '' || slug.endsWith(`-${language}`) ? slug : `${slug}-${language}`

export function foundInPostFile(text: string, place: Place): Found[] {
  if (!isSectionFile(place.path)) return [{ kind: 'post', post: readPostFile(text, place) }]
  const name = textOf(splitFrontMatter(text).known.title) || place.path
  return [{ kind: 'other', name, reason: 'This is the page of a section' }]
}

/** Jekyll's posts may be HTML with front matter; others are pages, layouts and what programs generated. */
export function foundInHtmlFile(text: string, place: Place): Found[] {
  const { known } = splitFrontMatter(text)
  const { day } = parseFileName(place.path)
  const isLikePost = day !== '' || /(?:^|\/)_(?:posts|drafts)\//.test(place.path)
  const isPost = isLikePost
    ? Object.keys(known).length > 0
    : textOf(known.title) !== '' && whyKeptByName(place.path, true).length === 0
  if (isPost) return foundInPostFile(text, place)
  const reason = 'HTML without front matter is not read'
  return [{ kind: isLikePost ? 'unread' : 'other', name: place.path, reason }]
}

/** Of Hugo and Zola. */
export const isSectionFile = (path: string): boolean => /(?:^|\/)_index\.\w+$/.test(path)

/** Fields that Hugo gives to all posts of the folder and below. */
export function cascadeIn(read: () => string): Field[] {
  try {
    return [splitFrontMatter(read()).known.cascade].flat().flatMap((cascade) => fieldsIn({ cascade }))
  } catch (error) {
    if (!(error instanceof AppError || errorCode(error))) throw error
    return [{ path: 'cascade', name: 'draft', core: 'draft', value: 'unreadable' }]
  }
}

function noteMissing(content: string, images: ImageSource, notes: Notes): void {
  for (const path of imagePathsIn(content)) {
    const found = images.find(path)
    if (found && 'reason' in found) notes.add(`Image not found: ${path}: ${found.reason}`)
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

const PICTURE =
  /^(?:og|social|featured?|hero|header|cover|banner|teaser|card|post)?(?:image|img|cover|banner|hero|thumbnail|thumb)(?:url|src|path|image|relative)?$/

/** What themes show above the post. */
function pictureIn(fields: Field[]): { field: string; url: string; alt: string; caption: string } {
  const textNamed = (ending: RegExp) =>
    textOf(fields.find(({ name, value }) => ending.test(name) && typeof value === 'string')?.value)
  const found = fields.find(({ name, value }) => PICTURE.test(name) && /[./]/.test(textOf(value)))
  const [field = ''] = found?.path.split('.') ?? []
  if (!found) return { field, url: '', alt: '', caption: '' }
  const caption = Bun.escapeHTML(textNamed(/(?:image|cover|hero|banner)caption$/))
  return {
    field,
    url: textOf(found.value),
    alt: textNamed(/(?:image|cover|hero|banner)(?:alt|description)$/),
    caption,
  }
}

const TAG_NAMES = ['tags', 'categories', 'category'] as const

/** Zola nests tags in taxonomies; Jekyll separates them with spaces. */
export function tagsOf(known: FrontMatter, isJekyll: boolean): string[] {
  const { taxonomies } = known
  const places: FrontMatter[] = [
    known,
    ...(taxonomies && typeof taxonomies === 'object' ? [{ ...taxonomies }] : []),
  ]
  return places.flatMap((place) =>
    TAG_NAMES.flatMap((name) => {
      const value = place[name]
      if (Array.isArray(value)) return value.map(textOf)
      const text = textOf(value)
      return isJekyll && name !== 'category' && !text.includes(',') ? text.split(/\s+/) : splitTags(text)
    }),
  )
}

const USED = new Set<string>([...Object.values(NAMES).flat(), ...TAG_NAMES, 'taxonomies', 'layout', 'format'])

const isCanonical = ({ name, value }: Field) => CANONICAL.test(name) && textOf(value) !== ''

const isUsed = (field: Field) =>
  USED.has(field.path) ||
  isDateField(field) ||
  decidesPublicity(field) ||
  isCanonical(field) ||
  isFormerPath(field)

function unusedParts(known: FrontMatter, fields: Field[], post: ParsedPost, picture: string): string[] {
  const used = new Set(fields.filter(isUsed).map(({ path }) => path))
  const others = Object.keys(known).filter((key) => !used.has(key) && key !== picture)
  const spare = NAMES.excerpt.filter(
    (key) => textOf(known[key]) !== '' && textOf(known[key]) !== post.excerpt,
  )
  return [...others, ...spare].map((key) => `Front matter left out: ${key}: ${wordsOf(known[key])}`)
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
