import { parseFragment } from 'parse5'
import { type HtmlNode, isElement, isText } from '#src/posts/transfer/parse-html.ts'

/** Attributes that posts add to CommonMark. */
const ADDED_ATTRIBUTES = new Set(['id', 'rel', 'tabindex'])

/** Canonical HTML without insignificant whitespace, posts' own attributes and heading levels. */
export const normalHtml = (html: string): string =>
  parseFragment(html)
    .childNodes.map((node) => textOf(node, false))
    .join('')
    .replace(/\s*(<\/?(?:blockquote|div|h|hr|li|ol|p|pre|ul)(?: [^>]*)?>)\s*/g, '$1')
    .trim()

function textOf(node: HtmlNode, isPreformatted: boolean): string {
  if (isText(node)) {
    const text = isPreformatted
      ? node.value.replace(/\s/g, (character) => `&#${character.charCodeAt(0)};`)
      : node.value.replace(/[ \t\n]+/g, ' ')
    return Bun.escapeHTML(text)
  }
  if (!isElement(node)) return ''
  const name = node.tagName.replace(/^h[1-6]$/, 'h')
  const attributes = node.attrs
    .filter(({ name }) => !ADDED_ATTRIBUTES.has(name))
    .map(({ name, value }) => ` ${name}="${Bun.escapeHTML(value)}"`)
    .sort()
  const inner = node.childNodes.map((child) => textOf(child, isPreformatted || node.tagName === 'pre'))
  return `<${name}${attributes.join('')}>${inner.join('')}</${name}>`
}
