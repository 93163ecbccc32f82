import type { Cover } from './cheapest-cover.ts'

/**
 * A guesser who tries what is likely first has tried fewer than 2^bits when he comes to a password of so many bits.
 * By how much was measured by drawing passwords from the character model (Dell'Amico and Filippone 2015): 3 bits at 18,
 * 5.6 at 30, 10 at 54, 11.6 at 64. It ends there, as longer ones hold parts that are all alike.
 */
const AHEAD_SHARE = 0.185
const MOST_AHEAD_BITS = 11

/** Guessers go through lists before they make anything up. */
const LISTS_FIRST = 1e4

/**
 * A cover that costs little less than random characters may be found by chance, the more so the more places there are:
 * in one random password of 8 characters in hundreds, and in most of 64. While it saves no more than `first` a password
 * counts as random, from `last` on as its cover says, and in between it moves from one to the other. Both grow from 36
 * bits, where nothing is random to a guesser, to 106, a password as generators make them, and slower beyond: there are
 * more places, but what people write at that length saves hundreds of bits.
 */
function chanceBits(randomBits: number): { first: number; last: number } {
  const share = Math.min(1, Math.max(0, (randomBits - 36) / 70))
  const first = 24 * share + 0.07 * Math.max(0, randomBits - 106)
  return { first, last: first + 2 + 8 * share }
}

/** Decades of guesses for a cover of characters that cost `randomBits` as random ones. */
export function decadesOf({ bits }: Cover, randomBits: number) {
  const covered = Math.log2(LISTS_FIRST + 2 ** (bits - Math.min(MOST_AHEAD_BITS, bits * AHEAD_SHARE)))
  const { first, last } = chanceBits(randomBits)
  const trust = Math.min(1, Math.max(0, (randomBits - bits - first) / (last - first)))
  const guessed = Math.min(randomBits, covered * trust + randomBits * (1 - trust))
  return { decades: guessed * Math.log10(2), isRandom: trust === 0 }
}
