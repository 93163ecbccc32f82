import { invalid } from '#src/errors.ts'
import { htmlBlocks } from './convert-html.ts'
import { plainLine } from './document.ts'
import type { Notes } from './html-blocks.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { NOTE_BRACKET } from './marks.ts'
import { ELEMENTS_MAX, TOO_MANY_ELEMENTS } from './parse-html.ts'
import { writeMarkdown } from './write-markdown.ts'

/** `opening` is HTML. A leading heading becomes the title if there is none. Throws AppError invalid for excessive nesting. */
export function markdownPost(
  markdown: string,
  title: string,
  notes: Notes,
  images: ImageSource = NO_IMAGES,
  opening = '',
): { title: string; content: string } {
  const blocks = htmlBlocks(markdownHtml(markdown), notes, { images, keepsTitles: true })
  const [first, ...rest] = blocks
  const found = first?.kind === 'heading' && first.level === 1 ? plainLine(first.leaves) : ''
  const repeats = found !== '' && (title === '' || title === found)
  const above = htmlBlocks(opening, notes, { images })
  return { title: title || found, content: writeMarkdown([...above, ...(repeats ? rest : blocks)]) }
}

/** Throws AppError invalid: rows are padded, so a short text can become very many cells. */
function limitCells(markdown: string): void {
  let left = ELEMENTS_MAX
  const count = () => {
    if (--left < 0) throw invalid(TOO_MANY_ELEMENTS)
    return ''
  }
  if (markdown.includes('|')) Bun.markdown.render(markdown, { th: count, td: count })
}

/** Keeps footnotes as text, because the parser would read them as link definitions. */
export function markdownHtml(markdown: string): string {
  const marked = markdown
    .replaceAll(NOTE_BRACKET, '')
    .replace(/\[(?=\^[^\s[\]]{1,100}\])/g, NOTE_BRACKET)
    .replace(/\n(?=\uFDD0\^[^\s[\]]{1,100}\]:)/g, '\n\n')
    .replace(/(?<=\n)\uFDD0\^[^\n]*\n(?=\[)/g, '$&\n')
  limitCells(marked)
  return Bun.markdown.html(marked)
}
