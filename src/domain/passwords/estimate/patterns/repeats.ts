import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const LENGTH_MIN = 2

/** Repeated text, as in 'abcabc'. Costs distance and length; the original is a match of its own. */
export function findRepeats(characters: readonly Character[]): Match[] {
  const found: Match[] = []
  for (let distance = 1; distance < characters.length; distance++) {
    for (let start = distance; start < characters.length; ) {
      let end = start
      while (end < characters.length && characters[end]?.lower === characters[end - distance]?.lower) end++
      const length = end - start
      if (length >= LENGTH_MIN && length >= distance) {
        const bits =
          2 * Math.log2(distance) + Math.log2(length) + changesOfCase(characters, start, end, distance)
        found.push({ start, end, bits, finding: { kind: 'repeat', distance } })
      }
      start = end + 1
    }
  }
  return found
}

function changesOfCase(
  characters: readonly Character[],
  start: number,
  end: number,
  distance: number,
): number {
  let changes = 0
  for (let at = start; at < end; at++)
    if (characters[at]?.isUpper !== characters[at - distance]?.isUpper) changes++
  return changes
}
