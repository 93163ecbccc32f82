import transliterate from '@sindresorhus/transliterate'
import { cleanTags, POST_LIMITS, PostInput, slugOf } from '#domain/posts.ts'
import type { Past } from '#src/posts/store.ts'
import type { FoundPost } from './found-post.ts'

export type PreparedPost = { input: PostInput; past: Past }

/** A post as it can be stored, or null with the reason in the notes; they also say what had to be left out of it. */
export function preparePost(
  found: FoundPost,
  isPublished: boolean,
  now: Date,
): { post: PreparedPost | null; notes: string[] } {
  const { createdAt, publishedAt, updatedAt, status } = found
  const notes = [...found.notes]
  const isDue = isPast(publishedAt, now)
  if (isPublished && !isDue) notes.push(`A draft here: to be published at ${publishedAt}`)
  const { data, error } = PostInput.safeParse({
    title: inOneLine(found.title),
    slug: readableSlug(found.slug),
    content: withoutControls(found.content),
    excerpt: fitting('excerpt', withoutControls(found.excerpt), notes),
    metaTitle: fitting('metaTitle', inOneLine(found.metaTitle), notes),
    metaDescription: fitting('metaDescription', inOneLine(found.metaDescription), notes),
    tags: fittingTags(found.tags, notes),
    status: isPublished && isDue ? (status ?? 'published') : 'draft',
  })
  if (!data) return { post: null, notes: [error.issues[0]?.message ?? 'The post is not valid', ...notes] }
  const past = {
    createdAt: createdAt ?? publishedAt ?? undefined,
    // A draft keeps the day of its first publication elsewhere: published again, it takes its old place.
    publishedAt: isDue ? (publishedAt ?? undefined) : undefined,
    updatedAt: isPast(updatedAt, now) ? (updatedAt ?? undefined) : undefined,
  }
  return { post: { input: data, past }, notes }
}

const isPast = (moment: string | null, now: Date) => moment === null || moment <= now.toISOString()

const WORDS = { excerpt: 'Excerpt', metaTitle: 'SEO title', metaDescription: 'SEO description' } as const

/** These are for lists and search engines: a post is not left out for one that is too long. */
function fitting(part: keyof typeof WORDS, text: string, notes: string[]): string {
  if (text.trim().length <= POST_LIMITS[part]) return text
  notes.push(`${WORDS[part]} left out, as it is longer than ${POST_LIMITS[part]} characters: ${text}`)
  return ''
}

function fittingTags(found: string[], notes: string[]): string[] {
  const tags = cleanTags(found.map(withoutControls))
  const kept = tags.filter((tag) => tag.length <= POST_LIMITS.tag).slice(0, POST_LIMITS.tags)
  const others = tags.filter((tag) => !kept.includes(tag))
  if (others.length > 0) notes.push(`Tags left out: ${others.join(', ')}`)
  return kept
}

/** Addresses in other alphabets are kept as bytes by WordPress, which may cut the last sign in half. */
function readableSlug(slug: string): string {
  const decoded = slug.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    new TextDecoder().decode(Uint8Array.fromHex(bytes.replaceAll('%', ''))).replaceAll('\uFFFD', ''),
  )
  return /^[\0-\x7F]*$/.test(decoded) ? decoded : slugOf(transliterate(decoded))
}

/** Other programs keep characters that no form of ours lets in. */
const withoutControls = (text: string) => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')

const inOneLine = (text: string) => withoutControls(text).replace(/[\t\n\r]+/g, ' ')
