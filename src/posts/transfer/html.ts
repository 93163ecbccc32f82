import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import type { Root } from 'mdast'
import { linesOf, plain } from './lines.ts'

/** A piece of HTML in the form that posts have, without scripts and styles; null where it is nested too deeply. */
export function htmlLines(html: string): string | null {
  try {
    return linesOf(htmlTree(html))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The words of a piece of HTML, in one line. */
export const htmlWords = (html: string): string =>
  htmlTree(html)
    .children.map((block) => plain(block))
    .join(' ')
    .replace(/[ \t\n\f\r]+/g, ' ')
    .trim()

export function htmlTree(html: string): Root {
  const tree = toMdast(fromHtml(html, { fragment: true }), { document: true })
  return tree.type === 'root' ? tree : { type: 'root', children: [] }
}
