/** Invisible characters and direction overrides, which can deceive. Excludes joiners of letters and emoji. */
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufff9-\ufffb\p{Noncharacter_Code_Point}]/gu
/** None of them is invisible; testing for others is faster than replacing. */
const ONLY_PLAIN = /^[\0-\xac]*$/
/** Not single spaces, which are most of them. */
const SPACES = /[\s\p{Cc}]{2,}|(?! )[\s\p{Cc}]/gu
const UNITS_PER_CHARACTER = 4

export const toOneLine = (text: string) =>
  (ONLY_PLAIN.test(text) ? text : text.replace(INVISIBLE, '')).replace(SPACES, ' ').trim()

/** Returns the first `max` code points on one line, ending in … if truncated, or null for empty text. */
export function shortText(text: string | null | undefined, max: number): string | null {
  if (text === null || text === undefined) return null
  const start = truncate(text.trimStart(), max * UNITS_PER_CHARACTER)
  const characters = [...toOneLine(start.toWellFormed())]
  if (characters.length > max)
    return `${characters
      .slice(0, max - 1)
      .join('')
      .trimEnd()}…`
  return characters.length === 0 ? null : characters.join('')
}

/** Returns at most `units` UTF-16 units without splitting a surrogate pair. */
export function truncate(text: string, units: number): string {
  const cut = text.slice(0, units)
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
