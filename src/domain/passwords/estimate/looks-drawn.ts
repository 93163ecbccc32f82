/** Kinds of characters, with the number that generators draw from. */
const KINDS = [
  { pattern: /^[a-z]$/, size: 26 },
  { pattern: /^[A-Z]$/, size: 26 },
  { pattern: /^\d$/, size: 10 },
  { pattern: /^[ -~]$/, size: 32 },
]
const DEVIATIONS_MAX = 3

/**
 * Whether the ASCII characters of a text are of several kinds, alternate between them as often, and repeat as rarely, as
 * if drawn at random: fewer than three standard deviations off. People put digits and symbols in groups and reuse a few
 * keys. Characters of one kind show nothing.
 */
export function looksDrawn(characters: readonly string[]): boolean {
  const ascii = characters.filter((character) => KINDS.some(({ pattern }) => pattern.test(character)))
  const kinds = ascii.map((character) => KINDS.findIndex(({ pattern }) => pattern.test(character)))
  const present = KINDS.filter((_, kind) => kinds.includes(kind))
  if (present.length < 2) return false
  const pool = present.reduce((sum, { size }) => sum + size, 0)
  const changing = 1 - present.reduce((sum, { size }) => sum + (size / pool) ** 2, 0)
  const pairs = ascii.length - 1
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  const expectedRepeats = ascii.length - pool * (1 - (1 - 1 / pool) ** ascii.length)
  const repeats = ascii.length - new Set(ascii).size
  return (
    changes > pairs * changing - DEVIATIONS_MAX * Math.sqrt(pairs * changing * (1 - changing)) &&
    repeats < 1 + expectedRepeats + DEVIATIONS_MAX * Math.sqrt(expectedRepeats)
  )
}
