import { foldText } from '#src/lib/fold-text.ts'

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
/** Scripts without spaces, and Korean, which glues particles to words: a search must find parts of their words. */
const PART =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu
const IS_UNSPACED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
/** As in צה"ל, which people also write without. */
const QUOTE_IN_HEBREW = /(?<=\p{Script=Hebrew})["'](?=\p{Script=Hebrew})/gu

/** Indexing one takes half a microsecond. */
const TOKENS_MAX = 20_000
const TERMS_MAX = 10
/** Longer sentences are found by their beginning. */
const PAIRS_MAX = 20
/** Shorter prefixes match too much. */
const PREFIX_CHARACTERS = 3

function partsOf(text: string): string[] {
  const words = foldText(text).replace(QUOTE_IN_HEBREW, '').match(WORD) ?? []
  return words.flatMap((word) => word.match(PART) ?? [])
}

const pairsOf = (characters: string[]) =>
  characters.map((character, at) => character + (characters[at + 1] ?? ''))

/** 管理器 becomes 管理 理器 器: a phrase of pairs finds any part of it, and the last keeps it apart from what follows. */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  for (const part of partsOf(text)) {
    if (IS_UNSPACED.test(part)) for (const pair of pairsOf([...part])) tokens.push(pair)
    else tokens.push(part)
    if (tokens.length >= TOKENS_MAX) break
  }
  return tokens.slice(0, TOKENS_MAX)
}

/** For the index: folded words, and in scripts without spaces pairs of characters, then each character once. */
export function indexedWords(text: string): string {
  const tokens = tokensOf(text)
  const characters = new Set(tokens.filter((token) => IS_UNSPACED.test(token)).flatMap((pair) => [...pair]))
  return [...tokens, ...characters].join(' ')
}

/** An FTS phrase of adjacent words; null without words. */
export function phraseOf(text: string): string | null {
  const tokens = tokensOf(text)
  return tokens.length === 0 ? null : `"${tokens.join(' ')}"`
}

/** An FTS query for every word of `text`, the last as a prefix; null without words. */
export function matchOf(text: string): string | null {
  const parts = [...new Set(partsOf(text))].slice(0, TERMS_MAX)
  const last = parts.at(-1)
  if (last === undefined) return null
  const query = parts.map(termOf).join(' AND ')
  return IS_UNSPACED.test(last) || [...last].length < PREFIX_CHARACTERS ? query : `${query}*`
}

const STEMS_MAX = 6
const SINGULAR_MIN = 3

/** `exact` finds singular and plural, `loose` also other endings of longer words. Both are FTS queries. */
export type Stem = { word: string; exact: string; loose: string }

/** The first distinct words of `text`. For titles only, `loose` is fast. */
export function stemsOf(text: string): Stem[] {
  const stems = new Map<string, Stem>()
  for (const word of text.normalize('NFC').match(WORD) ?? []) {
    const forms = partsOf(word).map(formsOf)
    const exact = forms.map((form) => form.exact).join(' AND ')
    if (exact === '' || stems.has(exact)) continue
    stems.set(exact, { word, exact, loose: forms.map((form) => form.loose).join(' AND ') })
    if (stems.size === STEMS_MAX) break
  }
  return [...stems.values()]
}

function formsOf(part: string): Omit<Stem, 'word'> {
  if (IS_UNSPACED.test(part)) return { exact: termOf(part), loose: termOf(part) }
  const singular = part.length > SINGULAR_MIN && part.endsWith('s') ? part.slice(0, -1) : part
  const exact = `("${singular}" OR "${singular}s")`
  const characters = [...singular]
  if (characters.length <= PREFIX_CHARACTERS) return { exact, loose: exact }
  const ending = Math.min(2, Math.max(0, characters.length - 4))
  return { exact, loose: `"${characters.slice(0, characters.length - ending).join('')}"*` }
}

function termOf(part: string): string {
  const characters = [...part]
  if (!IS_UNSPACED.test(part) || characters.length === 1) return `"${part}"`
  return `"${pairsOf(characters)
    .slice(0, Math.min(PAIRS_MAX, characters.length - 1))
    .join(' ')}"`
}
