import type { Token, TokenClass } from './tokens.ts'

const referencesIn = (tokens: Token[]): Token[] =>
  tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'footnote_ref')

/** Moves referenced footnotes to the end, in order of first reference; the plugin's own algorithm is quadratic. */
export function collectFootnotes(tokens: Token[], NewToken: TokenClass): Token[] {
  const { text, notes } = split(tokens)
  const uses = countUses(tokens)
  if (uses.size === 0) return text
  const list = [...uses].flatMap(([id, { label, count }]) => {
    const token = (type: string, subId = 0) =>
      Object.assign(new NewToken(type, '', 0), { meta: { id, subId } })
    const anchors = Array.from({ length: count }, (_, subId) => token('footnote_anchor', subId))
    return [token('footnote_open'), ...withAnchors(notes.get(label) ?? [], anchors), token('footnote_close')]
  })
  const part = (type: string) => new NewToken(type, '', 0)
  return text.concat(part('footnote_block_open'), list, part('footnote_block_close'))
}

function split(tokens: Token[]): { text: Token[]; notes: Map<unknown, Token[]> } {
  const text: Token[] = []
  const notes = new Map<unknown, Token[]>()
  let into = text
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') {
      into = []
      notes.set(token.meta?.label, into)
    } else if (token.type === 'footnote_reference_close') into = text
    else into.push(token)
  }
  return { text, notes }
}

function countUses(tokens: Token[]): Map<number, { label: unknown; count: number }> {
  const uses = new Map<number, { label: unknown; count: number }>()
  for (const { meta } of referencesIn(tokens)) {
    const id = Number(meta?.id)
    uses.set(id, { label: meta?.label, count: (uses.get(id)?.count ?? 0) + 1 })
  }
  return new Map([...uses].sort(([a], [b]) => a - b))
}

function withAnchors(note: Token[], anchors: Token[]): Token[] {
  const isParagraph = note.at(-1)?.type === 'paragraph_close'
  return isParagraph ? [...note.slice(0, -1), ...anchors, ...note.slice(-1)] : [...note, ...anchors]
}
