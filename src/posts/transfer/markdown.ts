import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { invalid } from '#src/errors.ts'
import { TOO_DEEP } from './found-post.ts'
import { htmlTree } from './html.ts'
import { linesOf, plain } from './lines.ts'

/**
 * The text of a Markdown document in the form that posts have. A title at its beginning is taken out of it: the post
 * has its own, `title`, or else gets this one. Throws AppError invalid for quotes and lists within each other without end.
 */
export function markdownPost(markdown: string, title: string): { title: string; content: string } {
  if (NESTED.test(markdown)) throw invalid(TOO_DEEP)
  const { children } = withoutHtml(fromMarkdown(markdown))
  const [first, ...rest] = children
  const isTitled = first?.type === 'heading' && first.depth === 1
  const found = isTitled ? plain(first).trim() : ''
  const repeats = isTitled && (title === '' || title === found)
  return { title: title || found, content: linesOf({ type: 'root', children: repeats ? rest : children }) }
}

/** The parser's time grows with the square of the depth, and nobody writes like that. */
const NESTED = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){100}/m

/** HTML that stands between paragraphs is read as well; what it is wrapped around stays as it is. */
const withoutHtml = ({ children }: Root): Root => ({
  type: 'root',
  children: children.flatMap((node) => (node.type === 'html' ? htmlTree(node.value).children : [node])),
})
