import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'
import { invalid } from '#src/errors.ts'
import { TOO_DEEP } from './found-post.ts'

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlElement = DefaultTreeAdapterTypes.Element

/** Browsers stop at 512 as well. The parser's time grows with the depth, and whoever walks the tree is on the stack. */
const DEEPEST = 512
/** Unclosed marks are opened again in each paragraph, so that a short text can become very many elements. */
const MOST_ELEMENTS = 200_000

/**
 * A piece of HTML as browsers read it, scripts switched off.
 * Throws AppError invalid where that would take unreasonable time or memory.
 */
export function parseHtml(html: string): HtmlNode[] {
  let depth = 0
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...about) => {
      if (++elements > MOST_ELEMENTS) throw invalid('This has too many elements')
      return defaultTreeAdapter.createElement(...about)
    },
    onItemPush: () => {
      if (++depth > DEEPEST) throw invalid(TOO_DEEP)
    },
    onItemPop: () => {
      depth--
    },
  }
  return parseFragment(html, { treeAdapter, scriptingEnabled: false }).childNodes
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node

export const isText = (node: HtmlNode): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

export function attribute(element: HtmlElement, name: string): string {
  return element.attrs.find((attr) => attr.name === name)?.value.trim() ?? ''
}

/** The text of a node as it stands; line breaks are line ends. */
export function textOf(node: HtmlNode): string {
  if (isText(node)) return node.value
  if (!isElement(node)) return ''
  return node.tagName === 'br' ? '\n' : node.childNodes.map(textOf).join('')
}

export function elementsIn(nodes: HtmlNode[]): HtmlElement[] {
  return nodes.filter(isElement).flatMap((element) => [element, ...elementsIn(element.childNodes)])
}
