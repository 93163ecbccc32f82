import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const LENGTH_MIN = 2
/** A shorter copy from farther away is a coincidence. */
const DISTANT_LENGTH_MIN = 4
const GAP_MAX = 2
const GAP_BITS = 2
const MIRROR_LENGTH_MIN = 3
const MIRROR_BITS = 3

/** Copies of earlier text, as in 'abcabc', 'let it go let it go' or, mirrored, 'abccba'; the original is a match of its own. */
export function findRepeats(characters: readonly Character[]): Match[] {
  return [...findCopies(characters), ...findMirrored(characters)]
}

/** Costs distance and length, and the characters between as in 'haha haha'. */
function findCopies(characters: readonly Character[]): Match[] {
  const found: Match[] = []
  for (let distance = 1; distance < characters.length; distance++) {
    for (let start = distance; start < characters.length; ) {
      let end = start
      while (end < characters.length && characters[end]?.lower === characters[end - distance]?.lower) end++
      const length = end - start
      const gap = distance - length
      if (length >= (gap > 0 ? DISTANT_LENGTH_MIN : LENGTH_MIN)) {
        const changes = changesOfCase(characters, start, end, (at) => at - distance)
        const bits = 2 * Math.log2(distance) + Math.log2(length) + changes
        const finding = { kind: 'repeat' as const, distance, isMirrored: false }
        found.push({ start, end, bits, finding })
        if (gap > 0 && gap <= GAP_MAX && isGap(characters.slice(start - gap, start)))
          found.push({ start: start - gap, end, bits: bits + GAP_BITS * gap, finding })
      }
      start = end + 1
    }
  }
  return found
}

/** As in 'michaelleahcim', 'abcba' and 'abc-cba'. */
function findMirrored(characters: readonly Character[]): Match[] {
  const found: Match[] = []
  for (let start = MIRROR_LENGTH_MIN; start < characters.length; start++) {
    for (const gap of [0, 1]) {
      const source = (at: number) => 2 * start - 1 - gap - at
      let end = start
      while (
        end < characters.length &&
        source(end) >= 0 &&
        characters[end]?.lower === characters[source(end)]?.lower
      )
        end++
      if (end - start < MIRROR_LENGTH_MIN) continue
      const changes = changesOfCase(characters, start, end, source)
      const bits = MIRROR_BITS + Math.log2(end - start) + GAP_BITS * gap + changes
      const distance = end - start + gap
      found.push({ start, end, bits, finding: { kind: 'repeat', distance, isMirrored: true } })
    }
  }
  return found
}

const isGap = (characters: readonly Character[]) =>
  characters.every(({ folded }) => !/[\p{L}\d]/u.test(folded))

function changesOfCase(
  characters: readonly Character[],
  start: number,
  end: number,
  source: (at: number) => number,
): number {
  let changes = 0
  for (let at = start; at < end; at++)
    if (characters[at]?.isUpper !== characters[source(at)]?.isUpper) changes++
  return changes
}
