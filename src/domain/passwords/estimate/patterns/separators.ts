import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

/** -log2 of the probability that people or generators choose this character to separate words. */
const SEPARATOR_BITS: Record<string, number> = { ' ': 1.5, '-': 1.5, '.': 3, _: 3, ',': 2.5 }
const OTHER_SEPARATOR_BITS = 6.5
const SEPARATOR = /^[!-/:-@[-`{-~\s\d]$/

/** Occurrences share the cost of choosing the separator; each adds this for repeating it. */
const REPEAT_BITS = 0.5

export function findSeparators(characters: readonly Character[]): Match[] {
  const isLetter = (at: number) => /^[\p{L}\p{M}]/u.test(characters[at]?.lower ?? '')
  const between = [...characters.keys()].filter((at) => isLetter(at - 1) && isLetter(at + 1))
  const places = Map.groupBy(between, (at) => characters[at]?.typed ?? '')
  return [...places].flatMap(([typed, starts]) => {
    if (starts.length < 2 || !SEPARATOR.test(typed)) return []
    const bits = bitsOf(typed) / starts.length + REPEAT_BITS
    return starts.map((start) => ({ start, end: start + 1, bits, finding: { kind: 'separator' as const } }))
  })
}

/** Bits of all separators of a phrase: which are used, and where those stand that aren't the usual one. */
export function separatorBits(used: readonly string[]): number {
  const counts = [...Map.groupBy(used, (typed) => typed)].map(([typed, { length }]) => ({ typed, length }))
  const choice = counts.reduce((sum, { typed }) => sum + bitsOf(typed), 0)
  const unusual = used.length - Math.max(0, ...counts.map(({ length }) => length))
  return choice + (unusual > 0 ? unusual * Math.log2(used.length) : 0) + REPEAT_BITS * used.length
}

const bitsOf = (typed: string) => SEPARATOR_BITS[typed] ?? OTHER_SEPARATOR_BITS
