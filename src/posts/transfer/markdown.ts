import { plainLine } from './document.ts'
import { htmlBlocks } from './html.ts'
import type { Notes } from './html-blocks.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { linesOf, NOTE_BRACKET } from './lines.ts'

/**
 * The text of a Markdown document, CommonMark with GitHub's tables, strike-through and task lists, in the form that posts
 * have. A title at its beginning is taken out of it: the post has its own, `title`, or else gets this one.
 * Throws AppError invalid for quotes and lists within each other without end.
 */
export function markdownPost(
  markdown: string,
  title: string,
  notes: Notes,
  images: ImageSource = NO_IMAGES,
): { title: string; content: string } {
  const blocks = htmlBlocks(markdownHtml(markdown), notes, { images })
  const [first, ...rest] = blocks
  const found = first?.kind === 'heading' && first.level === 1 ? plainLine(first.leaves) : ''
  const repeats = found !== '' && (title === '' || title === found)
  return { title: title || found, content: linesOf(repeats ? rest : blocks) }
}

/**
 * A footnote stays as its writer wrote it, in a paragraph of its own: a parser that knows none takes it for the address
 * of a link, and what follows it for its text.
 */
export function markdownHtml(markdown: string): string {
  const marked = markdown
    .replaceAll(NOTE_BRACKET, '')
    .replace(/\[(?=\^[^\s[\]]{1,100}\])/g, NOTE_BRACKET)
    .replace(/\n(?=\uFDD0\^[^\s[\]]{1,100}\]:)/g, '\n\n')
    .replace(/(?<=\n)\uFDD0\^[^\n]*\n(?=\[)/g, '$&\n')
  return Bun.markdown.html(marked)
}
