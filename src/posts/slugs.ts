import { POST_LIMITS, slugOf } from '#domain/posts.ts'

export type SlugWish = { slug: string; title: string }

/** Addresses under /blog that lead elsewhere. */
const RESERVED = new Set(['tag', 'preview'])

const NUMBERED = 100

/**
 * The slugs to try for a post, best first. One that was typed is tried alone, as the form's rule leaves it; without
 * one the title suggests it, transliterated if nothing of it is a–z, and numbered (-2, -3 …) while it is taken. None
 * are left where a typed one is reserved; null where even the title has nothing to suggest.
 */
export async function slugCandidates({ slug, title }: SlugWish): Promise<string[] | null> {
  const typed = await toSlug(slug)
  if (typed !== '') return RESERVED.has(typed) ? [] : [typed]
  const base = await toSlug(title)
  if (base === '') return null
  const numbered = Array.from({ length: NUMBERED }, (_, index) => withNumber(base, index + 2))
  const random = withNumber(base, crypto.randomUUID().slice(0, 8))
  return [...(RESERVED.has(base) ? [] : [base]), ...numbered, random]
}

/** The library makes a table of thousands of rules when it is loaded: only a text that needs it loads it. */
async function toSlug(text: string): Promise<string> {
  const slug = slugOf(text)
  if (slug !== '' || text === '') return slug
  const { default: transliterate } = await import('@sindresorhus/transliterate')
  return slugOf(transliterate(text))
}

/** The number stays when the whole would be too long: the base gives way. */
function withNumber(base: string, suffix: number | string): string {
  const room = POST_LIMITS.slug - String(suffix).length - 1
  return `${base.slice(0, room).replace(/-$/, '')}-${suffix}`
}
