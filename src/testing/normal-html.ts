import { parseFragment } from 'parse5'
import { type HtmlNode, isElement, isText } from '#src/posts/transfer/parse-html.ts'

/** Attributes and levels that posts add to what CommonMark says of them. */
const OURS = new Set(['id', 'rel', 'tabindex'])

/**
 * HTML in one form, so that two pieces that mean the same are equal: white space between and in blocks, attributes of
 * posts and the levels of headings don't count.
 */
export const normalHtml = (html: string): string =>
  parseFragment(html)
    .childNodes.map((node) => textOf(node, false))
    .join('')
    .replace(/\s*(<\/?(?:blockquote|div|h|hr|li|ol|p|pre|ul)(?: [^>]*)?>)\s*/g, '$1')
    .trim()

function textOf(node: HtmlNode, isPreformatted: boolean): string {
  if (isText(node)) {
    const text = isPreformatted
      ? node.value.replace(/\s/g, (sign) => `&#${sign.charCodeAt(0)};`)
      : node.value.replace(/[ \t\n]+/g, ' ')
    return Bun.escapeHTML(text)
  }
  if (!isElement(node)) return ''
  const name = node.tagName.replace(/^h[1-6]$/, 'h')
  const attributes = node.attrs
    .filter(({ name }) => !OURS.has(name))
    .map(({ name, value }) => ` ${name}="${Bun.escapeHTML(value)}"`)
    .sort()
  const inner = node.childNodes.map((child) => textOf(child, isPreformatted || node.tagName === 'pre'))
  return `<${name}${attributes.join('')}>${inner.join('')}</${name}>`
}
