import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5'
import { invalid } from '#src/errors.ts'
import { TextTokenizer } from '#src/lib/text-tokenizer.ts'
import { TOO_DEEP } from './parsed-post.ts'

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlElement = DefaultTreeAdapterTypes.Element

/** The limit of browsers; bounds parse time and recursion. */
const DEPTH_MAX = 512
/** Unclosed marks reopen in each paragraph, so a short text can become very many elements. */
export const ELEMENTS_MAX = 200_000
export const TOO_MANY_ELEMENTS = 'The content has too many elements'

/** Parses like a browser without scripts. Throws AppError invalid for hostile input. */
export function parseHtml(html: string): HtmlNode[] {
  let depth = 0
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...about) => {
      if (++elements > ELEMENTS_MAX) throw invalid(TOO_MANY_ELEMENTS)
      return defaultTreeAdapter.createElement(...about)
    },
    onItemPush: () => {
      if (++depth > DEPTH_MAX) throw invalid(TOO_DEEP)
    },
    onItemPop: () => {
      depth--
    },
  }
  const parser = Parser.getFragmentParser(null, { treeAdapter, scriptingEnabled: false })
  parser.tokenizer = new TextTokenizer({}, parser)
  parser.tokenizer.write(html, true)
  return parser.getFragment().childNodes
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node

export const isText = (node: HtmlNode): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

export function attribute(element: HtmlElement, name: string): string {
  return element.attrs.find((attr) => attr.name === name)?.value.trim() ?? ''
}

export function textOf(node: HtmlNode): string {
  if (isText(node)) return node.value
  if (!isElement(node)) return ''
  return node.tagName === 'br' ? '\n' : node.childNodes.map(textOf).join('')
}

export function elementsIn(nodes: HtmlNode[]): HtmlElement[] {
  return nodes.filter(isElement).flatMap((element) => [element, ...elementsIn(element.childNodes)])
}
