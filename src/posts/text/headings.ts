import { type PostHeading, slugOf } from '#domain/posts.ts'
import type { Token } from './tokens.ts'
import { wordsOf } from './words.ts'

/** DOM clobbering: ids such as 'content' or 'gtag' would shadow globals and elements of the page. */
const ID_PREFIX = 's-'
const LEVEL_MIN = 2
const LEVEL_MAX = 6
/** The page lists them twice, with ten times the HTML of a short heading. */
const OUTLINE_MAX = 500

/** Adds ids, closes gaps between levels (screen readers announce them as missing), and returns the outline. */
export function addHeadingIds(tokens: Token[]): PostHeading[] {
  const headings = tokens.flatMap((open, index) =>
    open.type === 'heading_open' ? [{ open, text: tokens[index + 1], close: tokens[index + 2] }] : [],
  )
  const raise = headings.some(({ open }) => open.tag === 'h1') ? 1 : 0
  const nameId = createIds()
  let lowest = LEVEL_MIN
  const outline = headings.flatMap(({ open, text, close }) => {
    const level = Math.min(Number(open.tag.slice(1)) + raise, lowest, LEVEL_MAX)
    lowest = level + 1
    const title = wordsOf(text ? [text] : [])
    const id = nameId(`${ID_PREFIX}${slugOf(title)}`)
    open.tag = `h${level}`
    open.attrSet('id', id)
    if (close) close.tag = open.tag
    return open.level === 0 ? [{ id, title, level }] : []
  })
  return outline.slice(0, OUTLINE_MAX)
}

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
