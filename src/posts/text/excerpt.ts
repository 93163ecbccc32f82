import { EXCERPT_CHARACTERS } from '#domain/posts.ts'
import { plainText } from './render.ts'

/** As much of a content as is read for an excerpt, in UTF-16 code units: lists show many posts, and a post may be a book. */
const SOURCE_UNITS = 4_000
/** So many characters of a content give the same excerpt as all of it. */
export const EXCERPT_SOURCE_CHARACTERS = SOURCE_UNITS + 1
/** Whole lines up to here are enough for most, and parsed in a third of the time. */
const FIRST_UNITS = 1_000

/** The excerpt, or else how the content begins. */
export const excerptOf = ({ excerpt, content }: { excerpt: string; content: string }): string =>
  excerpt === '' ? beginningOf(content) : excerpt

/** How a text begins, without marks: 160 characters, and an ellipsis only when there is more. */
export function beginningOf(content: string): string {
  const lines = content.slice(0, content.lastIndexOf('\n', FIRST_UNITS) + 1)
  const first = lines === '' ? [] : Array.from(plainText(lines))
  if (first.length > EXCERPT_CHARACTERS) return cut(first)
  const start = content.slice(0, SOURCE_UNITS)
  const characters = Array.from(plainText(start))
  const isWhole = characters.length <= EXCERPT_CHARACTERS && start.length === content.length
  return isWhole ? characters.join('') : cut(characters)
}

const cut = (characters: string[]) => `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…`
