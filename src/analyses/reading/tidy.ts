/**
 * Soft hyphens, fillers, tags and the like, which nobody sees but machines read, and changes of direction, which deceive. What
 * joins letters and emoji stays.
 */
const UNSEEN =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufff9-\ufffb\p{Noncharacter_Code_Point}]/gu
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
