const LONGEST = 80
const ELLIPSIS = '…'
/** Enough on each side, in UTF-16 units, whatever the whitespace between the words. */
const NEIGHBOURHOOD = 300

/**
 * At most 80 characters (code points) of a text around the part from `start` to `end`, on one line, cut between words and
 * marked with … where it is cut.
 */
export function snippetOf(text: string, start: number, end: number): string {
  const [before, isAllBefore] = tidy(text, Math.max(0, start - NEIGHBOURHOOD), start)
  const [after, isAllAfter] = tidy(text, end, Math.min(text.length, end + NEIGHBOURHOOD))
  const [middle] = tidy(text, start, end)
  const room = LONGEST - middle.length - 2
  const half = Math.floor(room / 2)
  const left = lastWords(before, Math.max(half, room - after.length))
  const right = firstWords(after, room - left.length)
  const opening = left.length === before.length && isAllBefore ? '' : ELLIPSIS
  const closing = right.length === after.length && isAllAfter ? '' : ELLIPSIS
  return opening + [...left, ...middle, ...right].join('').trim() + closing
}

/** The characters of a part with single spaces, and whether the part reaches the text's end on its side. */
function tidy(text: string, from: number, to: number): [characters: string[], isAll: boolean] {
  const characters = [...text.slice(from, to).replace(/[\s\p{Cc}]+/gu, ' ')]
  return [characters, from === 0 || to === text.length]
}

function firstWords(characters: string[], room: number): string[] {
  if (characters.length <= room) return characters
  const cut = characters.lastIndexOf(' ', room)
  return cut > 0 ? characters.slice(0, cut) : characters.slice(0, isSpaced(characters) ? 0 : room)
}

function lastWords(characters: string[], room: number): string[] {
  return firstWords(characters.toReversed(), room).toReversed()
}

/** Scripts without spaces may be cut anywhere; a word that is only too long may not. */
const isSpaced = (characters: string[]) =>
  !characters.some((character) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character),
  )
