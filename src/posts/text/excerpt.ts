import { EXCERPT_CHARACTERS } from '#domain/posts.ts'
import { plainText } from './render.ts'

/** As much of a content as is read for an excerpt, in UTF-16 code units: lists show many posts, and a post may be a book. */
const SOURCE_UNITS = 4_000
/** So many characters of a content give the same excerpt as all of it. */
export const EXCERPT_SOURCE_CHARACTERS = SOURCE_UNITS + 1

/** The excerpt, or else how the content begins. */
export const excerptOf = ({ excerpt, content }: { excerpt: string; content: string }): string =>
  excerpt === '' ? beginningOf(content) : excerpt

/** How a text begins, without marks: 160 characters, and an ellipsis only when there is more. */
export function beginningOf(content: string): string {
  const start = content.slice(0, SOURCE_UNITS)
  const characters = Array.from(plainText(start))
  if (characters.length <= EXCERPT_CHARACTERS && start.length === content.length) return characters.join('')
  return `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…`
}
