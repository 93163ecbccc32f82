import transliterate from '@sindresorhus/transliterate'
import { CanonicalUrl, cleanTags, POST_LIMITS, PostInput, slugOf } from '#domain/posts.ts'
import type { ImportedPast } from '#src/posts/store.ts'
import { excerptOf } from '#src/posts/text/excerpt.ts'
import { renderText } from '#src/posts/text/render.ts'
import { sourcesOf } from './former-paths.ts'
import { scheduledFor } from './kept-back.ts'
import type { ParsedPost } from './parsed-post.ts'

export type PreparedPost = { input: PostInput; past: ImportedPast; language?: string | undefined }

/** `post` is null if it can't be stored; the notes give the reason, what was dropped and why it is kept back. */
export function preparePost(
  found: ParsedPost,
  isPublished: boolean,
  now: Date,
): { post: PreparedPost | null; notes: string[]; isKeptBack: boolean; isScheduled: boolean } {
  const { createdAt, publishedAt, updatedAt, feedId, status } = found
  const isDue = isPast(publishedAt, now)
  const { title, content, changes } = withWords(found)
  const keptBack = new Set([
    ...found.keptBack,
    ...(found.content.trim() === '' ? ['it has no text of its own'] : []),
  ])
  const waits = new Map(found.waits)
  if (publishedAt !== null && !isDue) {
    keptBack.add(scheduledFor(publishedAt))
    waits.set(scheduledFor(publishedAt), publishedAt)
  }
  const start = [...waits.values()].sort().at(-1) ?? ''
  const isScheduled = isPublished && !isPast(start, now) && [...keptBack].every((reason) => waits.has(reason))
  const isKeptBack = keptBack.size > 0 && !isScheduled
  const reasons = isScheduled
    ? [`Scheduled for ${start}`]
    : [...keptBack].map((reason) => `Imported as a draft: ${reason}`)
  const notes = [...reasons, ...changes, ...found.notes]
  if (content === '')
    return {
      post: null,
      notes: ['The post has no title and no content', ...found.notes],
      isKeptBack,
      isScheduled,
    }
  const { data, error } = PostInput.safeParse({
    title,
    slug: readableSlug(found.slug),
    content,
    excerpt: dropIfTooLong('excerpt', withoutControls(found.excerpt), notes),
    metaTitle: dropIfTooLong('metaTitle', joinLines(found.metaTitle), notes),
    metaDescription: dropIfTooLong('metaDescription', joinLines(found.metaDescription), notes),
    canonicalUrl: dropIfInvalid(found.canonicalUrl, notes),
    tags: limitTags(found.tags, notes),
    status: isPublished && keptBack.size === 0 ? (status ?? 'published') : 'draft',
    publishAt: isScheduled ? start : null,
  })
  if (!data)
    return {
      post: null,
      notes: [error.issues[0]?.message ?? 'The post is not valid', ...notes],
      isKeptBack,
      isScheduled,
    }
  if (LINKS_WITHIN.test(data.content))
    for (const link of renderText(data.content).deadLinks) notes.push(`Link leads nowhere: ${link}`)
  const past = {
    createdAt: [createdAt, publishedAt].find((at) => at !== null && isPast(at, now)) ?? undefined,
    // Drafts keep their date, so republishing restores their position.
    publishedAt: isDue ? (publishedAt ?? undefined) : undefined,
    updatedAt: isPast(updatedAt, now) ? (updatedAt ?? undefined) : undefined,
    feedId,
    paths: sourcesOf(found.formerPaths, data.slug),
  }
  return { post: { input: data, past, language: found.language }, notes, isKeptBack, isScheduled }
}

const LINKS_WITHIN = /\]\(<?#|\]:[ \t]*<?#/

const TITLE_FROM_WORDS = 60

/** No post that has words is skipped: the title, the excerpt or the text stands for what is missing. */
function withWords(found: ParsedPost): { title: string; content: string; changes: string[] } {
  const given = joinLines(found.title).trim()
  const text = withoutControls(found.content)
  const content = text.trim() === '' ? withoutControls(found.excerpt).trim() || given : text
  const title = cutWords(
    given || joinLines(excerptOf({ excerpt: '', content })),
    given === '' ? TITLE_FROM_WORDS : POST_LIMITS.title,
  )
  const changes: string[] = []
  if (given === '' && content !== '') changes.push(`Title taken from the first words: ${title}`)
  if (given.length > POST_LIMITS.title)
    changes.push(`Title shortened, as it is longer than ${POST_LIMITS.title} characters: ${given}`)
  return { title, content, changes }
}

function cutWords(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.slice(0, max - 1).toWellFormed()
  const end = start.lastIndexOf(' ')
  return `${end > max / 2 ? start.slice(0, end) : start}…`
}

const isPast = (moment: string | null, now: Date) => moment === null || moment <= now.toISOString()

const WORDS = { excerpt: 'Excerpt', metaTitle: 'SEO title', metaDescription: 'SEO description' } as const

/** Drops optional fields that are too long, rather than the post. */
function dropIfTooLong(part: keyof typeof WORDS, text: string, notes: string[]): string {
  if (text.trim().length <= POST_LIMITS[part]) return text
  notes.push(`${WORDS[part]} left out, as it is longer than ${POST_LIMITS[part]} characters: ${text}`)
  return ''
}

function dropIfInvalid(url: string, notes: string[]): string {
  const { data } = CanonicalUrl.safeParse(url)
  if (data === undefined) notes.push(`Canonical URL left out, as it isn't a full address elsewhere: ${url}`)
  return data ?? ''
}

function limitTags(found: string[], notes: string[]): string[] {
  const tags = cleanTags(found.map(withoutControls))
  const kept = tags.filter((tag) => tag.length <= POST_LIMITS.tag).slice(0, POST_LIMITS.tags)
  const others = tags.filter((tag) => !kept.includes(tag))
  if (others.length > 0) notes.push(`Tags left out: ${others.join(', ')}`)
  return kept
}

/** WordPress percent-encodes other alphabets and may truncate the last character. */
export function readableSlug(slug: string): string {
  const decoded = slug.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    new TextDecoder().decode(Uint8Array.fromHex(bytes.replaceAll('%', ''))).replaceAll('\uFFFD', ''),
  )
  return /^[\0-\x7F]*$/.test(decoded) ? decoded : slugOf(transliterate(decoded))
}

const withoutControls = (text: string) => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')

const joinLines = (text: string) => withoutControls(text).replace(/[\t\n\r]+/g, ' ')
