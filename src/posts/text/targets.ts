import type { Parser, Token } from './tokens.ts'

/** Of the pages that show posts, of React, Radix and our footnotes: headings must not shadow them. */
const OWN_ID =
  /^(?:content|related|page-data|post-text|post-details|root|_r_.*|radix-.*|[nr]-\d{1,9}(?:-\d{1,9})?)$/i
const ID_LENGTH_MAX = 300

/** As GitHub and most other programs name headings: lowercase, without punctuation, with hyphens for spaces. */
export const headingName = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
    .slice(0, ID_LENGTH_MAX)
    .toWellFormed() || 'section'

const ANCHOR = /<a\s{1,9}(?:id|name)=(["'])([^"'\s<>&]{1,100})\1\s{0,9}(?:\/>|>([^<]{0,200})<\/a>)/y
const HEADING_ID = /^\{#([^\s"'<>&{}]{1,100})\}$/

/** `<a id="name"></a>`, and `{#name}` at the end of a heading. */
export function addTargetSyntax({ core, inline }: Parser): void {
  inline.ruler.before('autolink', 'target', (state, silent) => {
    if (state.src[state.pos] !== '<') return false
    ANCHOR.lastIndex = state.pos
    const [all, , name = '', text = ''] = ANCHOR.exec(state.src) ?? []
    if (all === undefined) return false
    if (!silent) {
      state.push('target', 'span', 0).meta = { name }
      if (text !== '') state.push('text', '', 0).content = text
    }
    state.pos += all.length
    return true
  })
  core.ruler.after('block', 'heading_names', ({ tokens }) => {
    tokens.forEach((open, index) => {
      const text = tokens[index + 1]
      const at = text?.content.lastIndexOf('{#') ?? -1
      if (open.type !== 'heading_open' || !text || at < 1 || text.content[at - 1] === '\\') return
      const [, name] = HEADING_ID.exec(text.content.slice(at)) ?? []
      const title = text.content.slice(0, at).trimEnd()
      if (name === undefined || title === '') return
      open.meta = { name }
      text.content = title
    })
  })
}

export type Targets = {
  /** The id for an explicit name; null if the text already has that name. */
  claim: (name: string) => string | null
  /** The id for a name that is numbered (-1, -2 …) if it is taken. */
  number: (name: string) => string
  idOf: (name: string) => string | undefined
}

export function createTargets(): Targets {
  const ids = new Map<string, string>()
  const counts = new Map<string, number>()
  const claim = (name: string) => {
    if (ids.has(name)) return null
    const id = OWN_ID.test(name) ? `s-${name}` : name
    if (id !== name && ids.has(id)) return null
    ids.set(name, id).set(id, id)
    return id
  }
  return {
    claim,
    number: (name) => {
      let id = claim(name)
      for (let count = counts.get(name) ?? 1; id === null; count++) {
        id = claim(`${name}-${count}`)
        counts.set(name, count + 1)
      }
      return id
    },
    idOf: (name) => ids.get(name) ?? ids.get(name.toLowerCase()),
  }
}

/** Browsers scroll to the top, or to quoted text. */
const ALWAYS_WORKS = /^(?:top|:~:.*)?$/i

/** Corrects the links within the text whose targets have another id, and returns those that lead nowhere. */
export function connectLinks(tokens: Token[], { idOf }: Targets): string[] {
  const dead = new Set<string>()
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    const href = link.type === 'link_open' ? String(link.attrGet('href')) : ''
    if (!href.startsWith('#')) continue
    const name = decoded(href.slice(1))
    const id = idOf(name)
    if (id === undefined && !ALWAYS_WORKS.test(name) && !OWN_ID.test(name)) dead.add(`#${name}`)
    else if (id !== undefined && id !== name) link.attrSet('href', `#${encodeURIComponent(id)}`)
  }
  return [...dead]
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return fragment
  }
}
