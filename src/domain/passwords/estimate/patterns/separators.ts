import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const SEPARATORS = ' -_.,'

/** Occurrences share the cost of choosing the separator; each adds this for repeating it. */
const REPEAT_BITS = 0.5

export function findSeparators(characters: readonly Character[]): Match[] {
  return [...SEPARATORS].flatMap((separator) => {
    const places = characters.flatMap(({ typed }, at) => (typed === separator ? [at] : []))
    if (places.length < 2) return []
    const bits = Math.log2(SEPARATORS.length) / places.length + REPEAT_BITS
    return places.map((start) => ({ start, end: start + 1, bits, finding: { kind: 'separator' as const } }))
  })
}
