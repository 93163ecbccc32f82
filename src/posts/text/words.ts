import type { Token } from './tokens.ts'

/** Returns one line per block, without markup and footnotes. */
export function wordsOf(tokens: Token[]): string {
  const lines: string[] = []
  let isNote = false
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'footnote_block_open') isNote = true
    if (isNote) continue
    if (token.type === 'fence' || token.type === 'code_block') lines.push(token.content.trimEnd())
    if (token.type !== 'inline') continue
    const text = inlineWords(token.children ?? [])
    const isFurtherCell =
      /^t[dh]_open$/.test(tokens[index - 1]?.type ?? '') && tokens[index - 2]?.type !== 'tr_open'
    if (isFurtherCell) lines.push(`${lines.pop() ?? ''} ${text}`)
    else lines.push(text)
  }
  return lines.filter((line) => line.trim() !== '').join('\n')
}

export const inlineWords = (children: Token[]): string =>
  children
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
      return token.type === 'image'
        ? inlineWords(token.children ?? []) || String(token.attrGet('src'))
        : token.content
    })
    .join('')
