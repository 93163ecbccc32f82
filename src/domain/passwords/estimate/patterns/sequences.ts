import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const LENGTH_MIN = 3
const STEP_MAX = 2
const DIRECTION_BITS = 1

/** Half of all sequences start with one of these. */
const COMMON_STARTS = 'az019'

export function findSequences(characters: readonly Character[]): Match[] {
  const found: Match[] = []
  const codes = characters.map(({ folded }) => characterCode(folded))
  for (let start = 0; start + LENGTH_MIN <= codes.length; ) {
    const step = stepAt(codes, start + 1)
    let end = start + 1
    while (step !== 0 && stepAt(codes, end) === step) end++
    if (end - start >= LENGTH_MIN) {
      const bits =
        startBits(characters[start]?.folded ?? '') + Math.log2(end - start) + DIRECTION_BITS * Math.abs(step)
      found.push({ start, end, bits, finding: { kind: 'sequence', step } })
    }
    start = Math.max(start + 1, end - 1)
  }
  return found
}

function stepAt(codes: readonly (number | null)[], at: number): number {
  const one = codes[at - 1]
  const other = codes[at]
  if (one === null || other === null || one === undefined || other === undefined) return 0
  const step = other - one
  return Math.abs(step) <= STEP_MAX ? step : 0
}

function characterCode(character: string): number | null {
  return /[\p{L}\d]/u.test(character) ? character.charCodeAt(0) : null
}

function startBits(character: string): number {
  if (COMMON_STARTS.includes(character)) return 1 + Math.log2(COMMON_STARTS.length)
  return 1 + Math.log2(/\d/.test(character) ? 10 : 26)
}
