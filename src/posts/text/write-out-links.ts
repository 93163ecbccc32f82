import MarkdownIt from 'markdown-it'
import { linkTarget } from './link-target.ts'
import type { Token } from './tokens.ts'
import { inlineWords } from './words.ts'

const NewToken = MarkdownIt.Token

/** For untrusted text: leaves no links, images, or ids that clash with the page's. */
export function writeOutLinks(tokens: Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (token.type === 'footnote_anchor') return []
    if (token.type === 'heading_open') token.attrs = null
    if (token.type === 'footnote_open') return [new NewToken('list_item_open', 'li', 1)]
    if (token.type === 'footnote_close') return [new NewToken('list_item_close', 'li', -1)]
    if (token.type === 'inline') token.children = writeOut(token.children ?? [])
    return [token]
  })
}

function writeOut(children: Token[]): Token[] {
  const written: Token[] = []
  const write = (type: string, content: string) =>
    written.push(Object.assign(new NewToken(type, type === 'text' ? '' : 'code', 0), { content }))
  const writeAddress = (address: string, text: string) => {
    if (linkTarget(address) === null || address === text || address === `mailto:${text}`) return
    write('text', ' (')
    write('code_inline', address)
    write('text', ')')
  }
  let link = { address: '', start: 0 }
  for (const token of children) {
    const { type } = token
    if (type === 'link_open') link = { address: String(token.attrGet('href')), start: written.length }
    else if (type === 'link_close') {
      const text = written.slice(link.start).map(({ content }) => content)
      writeAddress(link.address, text.join(''))
    } else if (type === 'image') {
      const words = inlineWords(token.children ?? [])
      write('text', words === '' ? 'Image' : `Image: ${words}`)
      writeAddress(String(token.attrGet('src')), '')
    } else if (type === 'footnote_ref') write('text', `[${Number(token.meta?.id) + 1}]`)
    else if (type !== 'target') written.push(token)
  }
  return written
}
