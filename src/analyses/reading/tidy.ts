/** Soft hyphens, zero-width spaces and marks of byte order, which nobody sees, and changes of direction, which deceive. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g
const SPACES = /[\s\p{Cc}]+/gu
/** A part of what is looked at for the first characters may be whitespace. */
const ROOM_FOR_SPACES = 4

/** With single spaces. */
export const onOneLine = (text: string) => text.replace(UNSEEN, '').replace(SPACES, ' ').trim()

/** The beginning of a text on one line, at most `most` characters (code points) with the … that tells of a cut; null for no text. */
export function shortText(text: string | null | undefined, most: number): string | null {
  if (text === null || text === undefined) return null
  const beginning = beginningOf(text.trimStart(), most * ROOM_FOR_SPACES)
  const characters = [...onOneLine(beginning.toWellFormed())]
  if (characters.length > most)
    return `${characters
      .slice(0, most - 1)
      .join('')
      .trimEnd()}…`
  return characters.length === 0 ? null : characters.join('')
}

/** At most `units` UTF-16 units, and no half of a character. */
export function beginningOf(text: string, units: number): string {
  const cut = text.slice(0, units)
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
