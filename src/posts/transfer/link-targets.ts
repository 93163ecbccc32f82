import { defaultTreeAdapter, html } from 'parse5'
import { attribute, elementsIn, type HtmlElement, type HtmlNode, isElement } from './parse-html.ts'

const NAME = /^[^\s"'<>&|{}\\`]{1,100}$/

/** What links can lead to: an id, or the name of an anchor. */
export function targetName(element: HtmlElement): string | null {
  const name = attribute(element, 'id') || (element.tagName === 'a' ? attribute(element, 'name') : '')
  return NAME.test(name) ? name : null
}

/** Elements that keep a target at their beginning. */
const HOLD_TARGET = /^(?:p|div|li|td|th|dd|dt|section|article|blockquote|figure|figcaption)$/
/** Elements whose first child keeps it. */
const CONTAIN_OTHERS = /^(?:table|thead|tbody|tfoot|tr|ul|ol|dl)$/
/** These keep their own. */
const NAMED = /^h[1-6]$/

/** Puts anchors at what links within the text lead to, as Markdown has no other ids. */
export function insertTargets(nodes: HtmlNode[]): void {
  const elements = elementsIn(nodes)
  const wanted = new Set(
    elements.flatMap((link) => {
      const href = link.tagName === 'a' ? attribute(link, 'href') : ''
      return href.startsWith('#') ? [decoded(href.slice(1))] : []
    }),
  )
  for (const element of elements) {
    const name = targetName(element)
    const isAnchor = element.tagName === 'a' && attribute(element, 'href') === ''
    if (name === null || !wanted.delete(name) || isAnchor || NAMED.test(element.tagName)) continue
    let place: HtmlElement | undefined = element
    while (place && CONTAIN_OTHERS.test(place.tagName)) place = place.childNodes.find(isElement)
    if (!place) continue
    const anchor = defaultTreeAdapter.createElement('a', html.NS.HTML, [{ name: 'id', value: name }])
    const parent = HOLD_TARGET.test(place.tagName) ? place : place.parentNode
    const [before] = parent === place ? place.childNodes : [place]
    if (parent && before) defaultTreeAdapter.insertBefore(parent, anchor, before)
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return fragment
  }
}
