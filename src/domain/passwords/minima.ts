import { choose, countStrings, type SizedType } from './entropy.ts'
import { type Random, shuffle } from './random.ts'

type Type = { characters: string; minimum: number }

/**
 * One string of `length` characters with at least `minimum` of each type; every such string is equally likely.
 * Drawing until the minima hold, as for one of each, would take 10⁹ draws for nine digits and nine symbols in 18
 * characters. So the number of characters of each type is drawn first, each split weighted by the strings it allows,
 * then the characters, then their order. The minima must fit in `length`, and no type may be empty.
 */
export function drawWithMinima(length: number, types: readonly Type[], random: Random): string {
  // The largest minima first: what is left to count for each split is then short.
  const ordered = types.toSorted((a, b) => b.minimum - a.minimum)
  const characters: string[] = []
  ordered.forEach(({ characters: set }, index) => {
    const count = drawCount(length - characters.length, ordered.slice(index).map(sizeOf), random)
    for (let i = 0; i < count; i++) characters.push(set.charAt(random.below(set.length)))
  })
  return shuffle(characters, random).join('')
}

const sizeOf = ({ characters, minimum }: Type): SizedType => ({ size: characters.length, minimum })

/** How many of `length` characters are of the first type: n with weight C(length, n)·sizeⁿ·(strings of the others). */
function drawCount(length: number, [type, ...others]: readonly SizedType[], random: Random): number {
  if (!type || others.length === 0) return length
  let rest = drawBelow(countStrings(length, [type, ...others]), random)
  for (let count = type.minimum; count < length; count++) {
    rest -= choose(length, count) * BigInt(type.size) ** BigInt(count) * countStrings(length - count, others)
    if (rest < 0n) return count
  }
  return length
}

/** An unbiased integer in 0..limit-1: as many random bits as `limit` has, drawn again until they are below it. */
function drawBelow(limit: bigint, random: Random): bigint {
  const bits = limit.toString(2).length
  for (;;) {
    let candidate = 0n
    for (let drawn = 0; drawn < bits; drawn += 32)
      candidate = (candidate << 32n) | BigInt(random.below(2 ** 32))
    candidate = BigInt.asUintN(bits, candidate)
    if (candidate < limit) return candidate
  }
}
