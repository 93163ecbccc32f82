import { type PostPart, slugOf } from '#domain/posts.ts'
import type { Token } from './tokens.ts'
import { wordsOf } from './words.ts'

/** What a plain id such as 'content' or 'gtag' names already is no heading's to take. */
const ID_PREFIX = 's-'
const HIGHEST = 2
const LOWEST = 6

/**
 * Gives headings ids by their text, and levels under the page's own title: at most one below the heading before, as
 * screen readers take a gap for a part that is missing. Returns the parts of the text itself, without those in quotes.
 */
export function placeHeadings(tokens: Token[]): PostPart[] {
  const headings = tokens.flatMap((open, index) =>
    open.type === 'heading_open' ? [{ open, text: tokens[index + 1], close: tokens[index + 2] }] : [],
  )
  const raise = headings.some(({ open }) => open.tag === 'h1') ? 1 : 0
  const nameId = createIds()
  let lowest = HIGHEST
  return headings.flatMap(({ open, text, close }) => {
    const level = Math.min(Number(open.tag.slice(1)) + raise, lowest, LOWEST)
    lowest = level + 1
    const title = wordsOf(text ? [text] : [])
    const id = nameId(`${ID_PREFIX}${slugOf(title)}`)
    open.tag = `h${level}`
    open.attrSet('id', id)
    if (close) close.tag = open.tag
    return open.level === 0 ? [{ id, title, level }] : []
  })
}

/** A repeated id gets a number. */
function createIds(): (name: string) => string {
  const counts = new Map<string, number>()
  const taken = new Set<string>()
  return (name) => {
    let count = counts.get(name) ?? 0
    let id: string
    do {
      count += 1
      id = count === 1 ? name : `${name}-${count}`
    } while (taken.has(id))
    counts.set(name, count)
    taken.add(id)
    return id
  }
}
