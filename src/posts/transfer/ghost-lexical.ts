import * as z from 'zod/mini'
import { invalid } from '#src/errors.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import { Card, cardHtml } from './ghost-cards.ts'
import type { Notes } from './html-blocks.ts'

const Node = z.looseObject({
  type: z.string(),
  text: z.catch(z.string(), ''),
  format: z.optional(z.unknown()),
  tag: z.catch(z.string(), ''),
  url: z.catch(z.string(), ''),
  start: z.catch(z.number(), 1),
  children: z.catch(z.array(z.unknown()), []),
})
type Node = z.infer<typeof Node>

const Document = z.object({ root: Node })

/** Ghost 5 and later: https://lexical.dev/docs/concepts/serialization. */
export function lexicalHtml(json: string, notes: Notes): string {
  const { data } = Document.safeParse(parseJson(json))
  if (!data) throw invalid('The Lexical content is invalid')
  return childrenHtml(data.root, notes)
}

const childrenHtml = (node: Node, notes: Notes): string =>
  node.children
    .map((child) => {
      const { data } = Node.safeParse(child)
      return data ? nodeHtml(data, notes) : ''
    })
    .join('')

const TAGS: Partial<Record<string, string>> = {
  paragraph: 'p',
  quote: 'blockquote',
  'extended-quote': 'blockquote',
  aside: 'blockquote',
}

function nodeHtml(node: Node, notes: Notes): string {
  const inner = () => childrenHtml(node, notes)
  const within = (tag: string) => `<${tag}>${inner()}</${tag}>`
  switch (node.type) {
    case 'text':
    case 'extended-text':
    case 'tk':
      return textHtml(node)
    case 'linebreak':
      return '<br>'
    case 'tab':
      return ' '
    case 'heading':
    case 'extended-heading':
      return within(/^h[1-6]$/.test(node.tag) ? node.tag : 'h2')
    case 'list':
      return node.tag === 'ol' ? `<ol start="${node.start}">${inner()}</ol>` : within('ul')
    case 'listitem':
      return holdsList(node) ? inner() : within('li')
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${Bun.escapeHTML(node.url)}">${inner()}</a>`
    default: {
      const tag = TAGS[node.type] ?? (node.children.length > 0 ? 'div' : undefined)
      return tag === undefined ? cardHtml(node.type, Card.parse(node), notes) : within(tag)
    }
  }
}

/** Lexical wraps each nested list in an item, which shows no marker. */
const holdsList = ({ children: [first, ...rest] }: Node) =>
  rest.length === 0 && Node.safeParse(first).data?.type === 'list'

/** Markdown has no underline (8) and highlight (128). */
const FORMATS: [bit: number, tag: string][] = [
  [16, 'code'],
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [32, 'sub'],
  [64, 'sup'],
]

const textHtml = ({ text, format }: Node) =>
  FORMATS.reduce(
    (html, [bit, tag]) =>
      typeof format === 'number' && (format & bit) !== 0 ? `<${tag}>${html}</${tag}>` : html,
    Bun.escapeHTML(text),
  )
