import { choose, countStrings, type SizedType } from './entropy.ts'
import { type Random, shuffle } from './random.ts'

type Type = { characters: string; minimum: number }

/**
 * All strings with at least `minimum` characters of each type are equally likely. Rejection sampling would take 10⁹ draws
 * for nine digits and nine symbols in 18 characters, so this draws counts per type, then characters, then their order.
 */
export function drawWithMinima(length: number, types: readonly Type[], random: Random): string {
  // Largest minima first, to keep the remaining counts small.
  const ordered = types.toSorted((a, b) => b.minimum - a.minimum)
  const characters: string[] = []
  ordered.forEach(({ characters: set }, index) => {
    const count = drawCount(length - characters.length, ordered.slice(index).map(sizeOf), random)
    for (let i = 0; i < count; i++) characters.push(set.charAt(random.below(set.length)))
  })
  return shuffle(characters, random).join('')
}

const sizeOf = ({ characters, minimum }: Type): SizedType => ({ size: characters.length, minimum })

/** The number of characters of the first type: n has weight C(length, n)·sizeⁿ·(strings of the other types). */
function drawCount(length: number, [type, ...others]: readonly SizedType[], random: Random): number {
  if (!type || others.length === 0) return length
  let rest = drawBelow(countStrings(length, [type, ...others]), random)
  for (let count = type.minimum; count < length; count++) {
    rest -= choose(length, count) * BigInt(type.size) ** BigInt(count) * countStrings(length - count, others)
    if (rest < 0n) return count
  }
  return length
}

/** Unbiased in 0..limit-1, by rejection. */
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
