const LONGEST = 80
const ELLIPSIS = '…'
/** Enough on each side, in UTF-16 units, whatever the whitespace between the words. */
const NEIGHBOURHOOD = 300
/** Of these units, 80 characters are left wherever they are cut. */
const ENOUGH = 2 * LONGEST + 2

/** A text, or its characters where one of them is two units long. Counting units is faster, and mostly right. */
type Characters = string | string[]

/**
 * At most 80 characters (code points) of a text around the part from `start` to `end`, on one line, cut between words and
 * marked with … where it is cut.
 */
export function snippetOf(text: string, start: number, end: number): string {
  const from = Math.max(0, start - NEIGHBOURHOOD)
  const to = Math.min(text.length, end + NEIGHBOURHOOD)
  const before = charactersOf(tidy(text.slice(from, start)).slice(-ENOUGH))
  const after = charactersOf(tidy(text.slice(end, to)).slice(0, ENOUGH))
  const middle = tidy(text.slice(start, end))
  const room = LONGEST - charactersOf(middle).length - 2
  const half = Math.floor(room / 2)
  const left = lastWords(before, Math.max(half, room - after.length))
  const right = firstWords(after, room - left.length)
  const opening = left.length === before.length && from === 0 ? '' : ELLIPSIS
  const closing = right.length === after.length && to === text.length ? '' : ELLIPSIS
  return opening + (written(left) + middle + written(right)).trim() + closing
}

const tidy = (text: string) => (/[^\S ]|\p{Cc}| {2}/u.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text)

const charactersOf = (text: string): Characters => (/[\ud800-\udbff]/.test(text) ? [...text] : text)

const written = (characters: Characters) =>
  typeof characters === 'string' ? characters : characters.join('')

function firstWords(characters: Characters, room: number): Characters {
  if (characters.length <= room) return characters
  const space = characters.lastIndexOf(' ', room)
  return characters.slice(0, space > 0 ? space : roomForUnspaced(characters, room))
}

function lastWords(characters: Characters, room: number): Characters {
  if (characters.length <= room) return characters
  const last = characters.length - 1
  const space = characters.indexOf(' ', last - room)
  if (space !== -1 && space < last) return characters.slice(space + 1)
  return characters.slice(characters.length - roomForUnspaced(characters, room))
}

/** Scripts without spaces may be cut anywhere; a word that is only too long may not. */
const roomForUnspaced = (characters: Characters, room: number) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(written(characters))
    ? room
    : 0
