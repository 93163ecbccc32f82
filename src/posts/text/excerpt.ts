import { EXCERPT_CHARACTERS } from '#domain/posts.ts'
import { createBudget } from './budget.ts'
import { plainText } from './render.ts'

/** Lists show many posts, and a post may be as long as a book. */
const SOURCE_UNITS = 4_000
/** This much content yields the same excerpt as the whole. */
export const EXCERPT_SOURCE_CHARACTERS = SOURCE_UNITS + 1
/** Tried first: enough for most excerpts, in a third of the time. */
const FIRST_UNITS = 1_000
/** A few hundred paragraphs or cells: a list of posts has up to a thousand excerpts. */
const HTML_CHARACTERS = 10_000

export const excerptOf = ({ excerpt, content }: { excerpt: string; content: string }): string =>
  excerpt === '' ? beginningOf(content) : excerpt

/** Up to 160 characters without markup; an ellipsis if there is more. */
function beginningOf(content: string): string {
  const lines = content.slice(0, content.lastIndexOf('\n', FIRST_UNITS) + 1)
  const first = lines === '' ? [] : Array.from(plainText(lines, createBudget(HTML_CHARACTERS)))
  if (first.length > EXCERPT_CHARACTERS) return cut(first)
  const start = content.slice(0, SOURCE_UNITS)
  const budget = createBudget(HTML_CHARACTERS)
  const characters = Array.from(plainText(start, budget))
  const isWhole =
    characters.length <= EXCERPT_CHARACTERS && start.length === content.length && budget.exceededAt === null
  return isWhole ? characters.join('') : cut(characters)
}

const cut = (characters: string[]) => `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…`
