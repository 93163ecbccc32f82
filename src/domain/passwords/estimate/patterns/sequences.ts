import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const SHORTEST = 3
const LARGEST_STEP = 2
const DIRECTION_BITS = 1

/** Where people begin: half of the sequences of a kind start at one of these. */
const COMMON_STARTS = 'az019'

/** Runs of letters or digits at one distance of each other, such as 'abc', '987' and 'aceg'. */
export function findSequences(characters: readonly Character[]): Match[] {
  const found: Match[] = []
  const codes = characters.map(({ folded }) => codeOf(folded))
  for (let start = 0; start + SHORTEST <= codes.length; ) {
    const step = stepAt(codes, start + 1)
    let end = start + 1
    while (step !== 0 && stepAt(codes, end) === step) end++
    if (end - start >= SHORTEST) {
      const bits =
        startBits(characters[start]?.folded ?? '') + Math.log2(end - start) + DIRECTION_BITS * Math.abs(step)
      found.push({ start, end, bits, finding: { kind: 'sequence', step } })
    }
    start = Math.max(start + 1, end - 1)
  }
  return found
}

/** The distance to the character before; 0 unless both are letters or both digits, near each other. */
function stepAt(codes: readonly (number | null)[], at: number): number {
  const one = codes[at - 1]
  const other = codes[at]
  if (one === null || other === null || one === undefined || other === undefined) return 0
  const step = other - one
  return Math.abs(step) <= LARGEST_STEP ? step : 0
}

/** Letters of any alphabet in its order, and digits; the two are too far apart for a step. */
function codeOf(character: string): number | null {
  return /[\p{L}\d]/u.test(character) ? character.charCodeAt(0) : null
}

function startBits(character: string): number {
  if (COMMON_STARTS.includes(character)) return 1 + Math.log2(COMMON_STARTS.length)
  return 1 + Math.log2(/\d/.test(character) ? 10 : 26)
}
