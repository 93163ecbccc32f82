import type { PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'

/** A line without any of these is plain text. */
const MARKS = /[\\`*_[\]<~]/g

/** Marks within marks cost the parser far more than their number: beyond this, text is shown as it was written. */
const MARKS_IN_LINE = 400
const MARKED_LINES = 2000
/** A tenth of a second of parsing, in which nobody else is answered. */
const MARKS_IN_ALL = 20_000

/** All of Markdown that is not for these texts: raw HTML and character references, too, are text. */
const ONLY_INLINE = {
  mdastExtensions: [gfmStrikethroughFromMarkdown()],
  extensions: [
    // A single tilde means "about".
    gfmStrikethrough({ singleTilde: false }),
    {
      disable: {
        null: [
          'blockQuote',
          'characterReference',
          'codeFenced',
          'codeIndented',
          'definition',
          'hardBreakEscape',
          'headingAtx',
          'htmlFlow',
          'htmlText',
          'labelStartImage',
          'list',
          'setextUnderline',
          'thematicBreak',
        ],
      },
    },
  ],
}

/** Read as one document, as a parser for each text would take four times as long; more at once would fill memory. */
const TEXTS_AT_ONCE = 100

/** The inline marks of each text: bold, italic, struck, code and links. A text is one line and not blank. */
export function readInlines(texts: string[]): PhrasingContent[][] {
  const marked = worthReading(texts)
  const inlines: PhrasingContent[][] = texts.map((value) => [{ type: 'text', value }])
  for (let first = 0; first < marked.length; first += TEXTS_AT_ONCE) {
    const some = marked.slice(first, first + TEXTS_AT_ONCE)
    const { children } = fromMarkdown(some.map((index) => texts[index]).join('\n\n'), ONLY_INLINE)
    some.forEach((index, place) => {
      const paragraph = children[place]
      if (paragraph?.type === 'paragraph') inlines[index] = paragraph.children.map(withoutPlace)
    })
  }
  return inlines
}

/** Where a mark stood in the source is two thirds of what its node takes in memory. */
function withoutPlace<Node extends PhrasingContent>(node: Node): Node {
  node.position = undefined
  if ('children' in node) node.children.forEach(withoutPlace)
  return node
}

/** Which of the texts have marks, as far as there is time for them. */
function worthReading(texts: string[]): number[] {
  let left = MARKS_IN_ALL
  return texts
    .flatMap((text, index) => {
      const count = text.match(MARKS)?.length ?? 0
      if (count === 0 || count > Math.min(MARKS_IN_LINE, left)) return []
      left -= count
      return [index]
    })
    .slice(0, MARKED_LINES)
}

/** What of a text remains without its marks. */
export function plainText(nodes: PhrasingContent[]): string {
  return nodes
    .map((node) => {
      if ('children' in node) return plainText(node.children)
      return 'value' in node ? node.value : ''
    })
    .join('')
}
