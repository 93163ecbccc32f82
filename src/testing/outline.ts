import { parseFragment } from 'parse5'
import { type HtmlNode, isElement, isText } from '#src/posts/transfer/parse-html.ts'

const KINDS: Partial<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  del: 'del',
  code: 'code',
  pre: 'code',
  ol: 'ol',
  ul: 'ul',
  blockquote: 'quote',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
}

/** Lists words with their marks: 'word (em, link to /x)'. Ignores line breaks, heading levels and rules. */
export function outlineOf(html: string): string[] {
  const pieces: Piece[] = []
  for (const piece of parseFragment(html).childNodes.flatMap((node) => piecesIn(node, []))) {
    const last = pieces.at(-1)
    if (last?.place === piece.place) last.text += piece.text
    else pieces.push(piece)
  }
  return pieces.flatMap(({ text, place }) =>
    (text.match(/[^\s]+/g) ?? []).map((word) => (place === '' ? word : `${word} (${place})`)),
  )
}

type Piece = { text: string; place: string }

const HIDDEN_ELEMENTS = new Set(['script', 'style'])
const BLOCKS = new Set('blockquote br div h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul'.split(' '))

function piecesIn(node: HtmlNode, around: readonly string[]): Piece[] {
  if (isText(node)) return [{ text: node.value, place: placeOf(around) }]
  if (!isElement(node) || HIDDEN_ELEMENTS.has(node.tagName)) return []
  const { tagName, childNodes } = node
  const attribute = (name: string) => node.attrs.find((attr) => attr.name === name)?.value ?? ''
  if (tagName === 'img') {
    const place = placeOf([...around, linkTo(attribute('src'))])
    return [{ text: attribute('alt') || attribute('src'), place }]
  }
  const kind = tagName === 'a' ? linkTo(attribute('href')) : KINDS[tagName]
  const inner = childNodes.flatMap((child) =>
    piecesIn(child, kind === undefined ? around : [...around, kind]),
  )
  if (!BLOCKS.has(tagName)) return inner
  const gap = () => ({ text: ' ', place: placeOf(around) })
  return [gap(), ...inner, gap()]
}

const placeOf = (around: readonly string[]) => [...new Set(around)].sort().join(', ')

const linkTo = (url: string) => `link to ${url.replace(/(?:%[0-9a-f]{2})+/gi, decodePercent)}`

const decodePercent = (bytes: string) =>
  new TextDecoder().decode(Uint8Array.fromHex(bytes.replaceAll('%', '')))
