import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { htmlTree } from './html.ts'
import { linesOf, plain } from './lines.ts'

/**
 * The text of a Markdown document in the form that posts have. A title at its beginning is taken out of it: the post
 * has its own, `title`, or else gets this one.
 */
export function markdownPost(markdown: string, title: string): { title: string; content: string } {
  const { children } = withoutHtml(fromMarkdown(markdown))
  const [first, ...rest] = children
  const isTitled = first?.type === 'heading' && first.depth === 1
  const found = isTitled ? plain(first).trim() : ''
  const repeats = isTitled && (title === '' || title === found)
  return { title: title || found, content: linesOf({ type: 'root', children: repeats ? rest : children }) }
}

/** HTML that stands between paragraphs is read as well; what it is wrapped around stays as it is. */
const withoutHtml = ({ children }: Root): Root => ({
  type: 'root',
  children: children.flatMap((node) => (node.type === 'html' ? htmlTree(node.value).children : [node])),
})
