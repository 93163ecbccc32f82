import type { Capitals } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

export function capitalsOf(part: readonly Character[]): Capitals {
  const { upper, lower } = countCases(part)
  if (upper === 0) return 'none'
  if (lower === 0 && upper > 1) return 'all'
  return upper === 1 && part[0]?.isUpper ? 'first' : 'mixed'
}

/** Most capitals come first, to satisfy a site's rule; all capitals is one key press. */
const BITS = { none: 0, first: 2, all: 3 }
const MIXED_BITS = 4

/** -log2 of the probability of this capitalization; for mixed case, of all ways to choose as many or fewer letters. */
export function bitsOfCapitals(part: readonly Character[], capitals: Capitals): number {
  if (capitals !== 'mixed') return BITS[capitals]
  const { upper, lower } = countCases(part)
  let ways = 0
  for (let chosen = 1; chosen <= Math.min(upper, lower); chosen++) ways += binomial(upper + lower, chosen)
  return MIXED_BITS + Math.log2(Math.max(1, ways))
}

function countCases(part: readonly Character[]): { upper: number; lower: number } {
  let upper = 0
  let lower = 0
  for (const { isUpper, isLower } of part) {
    if (isUpper) upper++
    else if (isLower) lower++
  }
  return { upper, lower }
}

function binomial(all: number, chosen: number): number {
  let ways = 1
  for (let at = 1; at <= chosen; at++) ways = (ways * (all - chosen + at)) / at
  return ways
}

/** Bits by the case of the previous character. Each row is a distribution: 2^-upper + 2^-lower = 1. */
export const AFTER = {
  upper: { upper: 0.8, lower: 1.2 },
  lower: { upper: 5, lower: 0.05 },
  none: { upper: 2.5, lower: 0.3 },
}

export function caseBits(characters: readonly Character[]): number[] {
  return characters.map((character, at) => {
    if (!character.isUpper && !character.isLower) return 0
    const row = AFTER[caseOf(characters[at - 1])]
    return character.isUpper ? row.upper : row.lower
  })
}

function caseOf(character: Character | undefined): keyof typeof AFTER {
  if (character?.isUpper) return 'upper'
  return character?.isLower ? 'lower' : 'none'
}
