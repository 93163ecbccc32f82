import MarkdownIt from 'markdown-it'
import { type PostHeading, slugOf } from '#domain/posts.ts'
import { headingName, type Targets } from './targets.ts'
import type { Token } from './tokens.ts'
import { wordsOf } from './words.ts'

const LEVEL_MIN = 2
const LEVEL_MAX = 6
/** The page lists them twice, with ten times the HTML of a short heading. */
const OUTLINE_MAX = 500

/** Gives ids to all targets, closes gaps between levels (screen readers announce them as missing), and returns the outline. */
export function addIds(tokens: Token[], targets: Targets): PostHeading[] {
  const headings = tokens.flatMap((open, index) =>
    open.type === 'heading_open' ? [{ open, text: tokens[index + 1], close: tokens[index + 2] }] : [],
  )
  for (const token of tokens.flatMap((token) => [token, ...(token.children ?? [])])) {
    const name = token.meta?.name
    const id = typeof name === 'string' ? targets.claim(name) : null
    if (id !== null) token.attrSet('id', id)
  }
  const raise = headings.some(({ open }) => open.tag === 'h1') ? 1 : 0
  let lowest = LEVEL_MIN
  const outline = headings.flatMap(({ open, text, close }) => {
    const level = Math.min(Number(open.tag.slice(1)) + raise, lowest, LEVEL_MAX)
    lowest = level + 1
    const title = wordsOf(text ? [text] : [])
    open.tag = `h${level}`
    if (close) close.tag = open.tag
    if (title === '') return []
    const id = String(open.attrGet('id') ?? targets.number(headingName(title)))
    open.attrSet('id', id)
    return open.level === 0 ? [{ id, title, level }] : []
  })
  addFormerIds(headings, targets)
  return outline.slice(0, OUTLINE_MAX)
}

/** Of earlier releases, for links and bookmarks. */
function addFormerIds(headings: { text?: Token | undefined }[], { claim }: Targets): void {
  const counts = new Map<string, number>()
  for (const { text } of headings) {
    const slug = slugOf(wordsOf(text ? [text] : []))
    if (slug === '') continue
    const name = `s-${slug}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const id = claim(count === 1 ? name : `${name}-${count}`)
    if (id === null) continue
    const target = new MarkdownIt.Token('target', 'span', 0)
    target.attrSet('id', id)
    text?.children?.unshift(target)
  }
}
