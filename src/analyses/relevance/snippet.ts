const SNIPPET_MAX = 80
const ELLIPSIS = '…'
/** UTF-16 units on each side, enough even after whitespace collapses. */
const CONTEXT_UNITS = 300
const SIDE_MAX = 2 * SNIPPET_MAX + 2

/** An array only if the text has surrogate pairs, because counting units is faster. */
type Characters = string | string[]

/** Returns at most 80 code points on one line around `start` to `end`, cut between words, with … where cut. */
export function snippetOf(text: string, start: number, end: number): string {
  const from = Math.max(0, start - CONTEXT_UNITS)
  const to = Math.min(text.length, end + CONTEXT_UNITS)
  const before = charactersOf(collapseWhitespace(text.slice(from, start)).slice(-SIDE_MAX))
  const after = charactersOf(collapseWhitespace(text.slice(end, to)).slice(0, SIDE_MAX))
  const middle = collapseWhitespace(text.slice(start, end))
  const available = SNIPPET_MAX - charactersOf(middle).length - 2
  const half = Math.floor(available / 2)
  const left = lastWords(before, Math.max(half, available - after.length))
  const right = firstWords(after, available - left.length)
  const opening = left.length === before.length && from === 0 ? '' : ELLIPSIS
  const closing = right.length === after.length && to === text.length ? '' : ELLIPSIS
  return opening + (textOf(left) + middle + textOf(right)).trim() + closing
}

const collapseWhitespace = (text: string) =>
  /[^\S ]|\p{Cc}| {2}/u.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text

const charactersOf = (text: string): Characters => (/[\ud800-\udbff]/.test(text) ? [...text] : text)

const textOf = (characters: Characters) => (typeof characters === 'string' ? characters : characters.join(''))

function firstWords(characters: Characters, available: number): Characters {
  if (characters.length <= available) return characters
  const space = characters.lastIndexOf(' ', available)
  return characters.slice(0, space > 0 ? space : cutForUnspaced(characters, available))
}

function lastWords(characters: Characters, available: number): Characters {
  if (characters.length <= available) return characters
  const last = characters.length - 1
  const space = characters.indexOf(' ', last - available)
  if (space !== -1 && space < last) return characters.slice(space + 1)
  return characters.slice(characters.length - cutForUnspaced(characters, available))
}

const cutForUnspaced = (characters: Characters, available: number) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(textOf(characters))
    ? available
    : 0
