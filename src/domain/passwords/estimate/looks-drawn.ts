/** Kinds of characters, with the number that generators draw from. */
const KINDS = [
  { pattern: /^[a-z]$/, size: 26 },
  { pattern: /^[A-Z]$/, size: 26 },
  { pattern: /^\d$/, size: 10 },
  { pattern: /^[ -~]$/, size: 32 },
]
const DEVIATIONS_MAX = 3

/**
 * Whether a text of several kinds of ASCII characters alternates between them as often, and repeats characters as
 * rarely, as one drawn at random: fewer than three standard deviations less. People put digits and symbols in groups
 * and reuse a few keys. Texts of one kind show nothing.
 */
export function looksDrawn(characters: readonly string[]): boolean {
  const kinds = characters.map((character) => KINDS.findIndex(({ pattern }) => pattern.test(character)))
  const present = KINDS.filter((_, kind) => kinds.includes(kind))
  if (present.length < 2 || kinds.includes(-1)) return false
  const pool = present.reduce((sum, { size }) => sum + size, 0)
  const changing = 1 - present.reduce((sum, { size }) => sum + (size / pool) ** 2, 0)
  const pairs = characters.length - 1
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  const expectedRepeats = characters.length - pool * (1 - (1 - 1 / pool) ** characters.length)
  const repeats = characters.length - new Set(characters).size
  return (
    changes > pairs * changing - DEVIATIONS_MAX * Math.sqrt(pairs * changing * (1 - changing)) &&
    repeats < 1 + expectedRepeats + DEVIATIONS_MAX * Math.sqrt(expectedRepeats)
  )
}
