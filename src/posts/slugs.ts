import { POST_LIMITS, slugOf } from '#domain/posts.ts'

export type SlugInput = { slug: string; title: string }

/** Other routes under /blog. */
const RESERVED = new Set(['tag', 'preview'])

const NUMBERED_CANDIDATES = 100

/**
 * A given slug is the only candidate, unless reserved. Otherwise: the title's, transliterated if needed, then numbered
 * (-2, -3 …). Null if the title has no usable characters.
 */
export async function slugCandidates({ slug, title }: SlugInput): Promise<string[] | null> {
  const typed = await toSlug(slug)
  if (typed !== '') return RESERVED.has(typed) ? [] : [typed]
  const base = await toSlug(title)
  if (base === '') return null
  const numbered = Array.from({ length: NUMBERED_CANDIDATES }, (_, index) => withNumber(base, index + 2))
  const random = withNumber(base, crypto.randomUUID().slice(0, 8))
  return [...(RESERVED.has(base) ? [] : [base]), ...numbered, random]
}

/** Loaded only when needed, because the library builds a table of thousands of rules. */
async function toSlug(text: string): Promise<string> {
  const slug = slugOf(text)
  if (slug !== '' || text === '') return slug
  const { default: transliterate } = await import('@sindresorhus/transliterate')
  return slugOf(transliterate(text))
}

function withNumber(base: string, suffix: number | string): string {
  const room = POST_LIMITS.slug - String(suffix).length - 1
  return `${base.length > room ? base.slice(0, room).replace(/-$/, '') : base}-${suffix}`
}
