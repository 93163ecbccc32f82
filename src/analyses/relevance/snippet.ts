const LONGEST = 80
const ELLIPSIS = '…'
/** Enough on each side, in UTF-16 units, whatever the whitespace between the words. */
const NEIGHBOURHOOD = 300
/** Of these units, 80 characters are left wherever they are cut. */
const ENOUGH = 2 * LONGEST + 2

/**
 * At most 80 characters (code points) of a text around the part from `start` to `end`, on one line, cut between words and
 * marked with … where it is cut.
 */
export function snippetOf(text: string, start: number, end: number): string {
  const from = Math.max(0, start - NEIGHBOURHOOD)
  const to = Math.min(text.length, end + NEIGHBOURHOOD)
  const before = [...tidy(text.slice(from, start)).slice(-ENOUGH)]
  const after = [...tidy(text.slice(end, to)).slice(0, ENOUGH)]
  const middle = [...tidy(text.slice(start, end))]
  const room = LONGEST - middle.length - 2
  const half = Math.floor(room / 2)
  const left = lastWords(before, Math.max(half, room - after.length))
  const right = firstWords(after, room - left.length)
  const opening = left.length === before.length && from === 0 ? '' : ELLIPSIS
  const closing = right.length === after.length && to === text.length ? '' : ELLIPSIS
  return opening + [...left, ...middle, ...right].join('').trim() + closing
}

const tidy = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')

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
